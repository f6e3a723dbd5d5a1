# Perl's URI, asked in JSON Lines: perl perl_uri.pl
use strict;
use warnings;
use JSON::PP;
use URI;

if (@ARGV) {
    print "$URI::VERSION\n";
    exit;
}
# What it says of this file is left out of an error.
$| = 1;
my $json = JSON::PP->new->ascii->allow_nonref;
while (my $line = <STDIN>) {
    my %answer;
    eval {
        my $question = $json->decode($line);
        $answer{id} = $question->{id};
        $answer{uri} = URI->new_abs(@$question{qw(reference base)})->as_string;
        1;
    } or ($answer{error} = $@) =~ s/ at \S+ line [0-9]+\.\n//;
    print $json->encode(\%answer), "\n";
}
