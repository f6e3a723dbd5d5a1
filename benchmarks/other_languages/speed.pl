# Times Perl's URI on pairs from standard input: base, tab, reference. See speed.py.
use strict;
use warnings;
use URI;

my $rounds = shift;
my @pairs = map { chomp; [split /\t/, $_, 2] } <STDIN>;

sub parse {
    my $uri = URI->new($_[1]);
    return [$uri->scheme, $uri->can('authority') ? $uri->authority : undef, $uri->path,
        $uri->can('query') ? $uri->query : undef, $uri->fragment];
}

sub resolve {
    return URI->new_abs($_[1], $_[0])->as_string;
}

my %work = (parse => \&parse, resolve => \&resolve);
for my $round (1 .. $rounds) {
    for my $task (sort keys %work) {
        my ($refused, $run) = (0, $work{$task});
        my ($start) = times;
        for my $pair (@pairs) {
            eval { $run->(@$pair); 1 } or $refused++;
        }
        my ($end) = times;
        print join("\t", $task, $end - $start, $refused), "\n";
    }
}
