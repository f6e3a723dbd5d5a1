# Perl's URI, asked in JSON Lines. Run it with: perl perl_uri.pl
use strict;
use warnings;
use JSON::PP;

BEGIN {
    if (!eval { require URI; 1 }) {
        print STDERR "the module URI isn't installed\n";
        exit 1;
    }
}

$| = 1;
print "$URI::VERSION\n" if @ARGV;

# A scheme without a server has no methods for the parts of an authority.
sub parts {
    my $uri   = URI->new(shift);
    my %parts = map { $_ => scalar $uri->$_ } qw(scheme path fragment);
    for my $name (qw(userinfo host port query)) {
        $parts{$name} = $uri->$name if $uri->can($name);
    }
    return %parts;
}

# Errors are reported without the name of this file and the line number.
my $json = JSON::PP->new->ascii->allow_nonref;
while (my $line = <STDIN>) {
    my %answer;
    eval {
        my $question = $json->decode($line);
        $answer{id} = $question->{id};
        if (exists $question->{parse}) {
            %answer = (%answer, parts($question->{parse}));
        } else {
            $answer{uri} = URI->new_abs(@$question{qw(reference base)})->as_string;
        }
        1;
    } or ($answer{error} = $@) =~ s/ at \S+ line [0-9]+\.\n//;
    print $json->encode(\%answer), "\n";
}
