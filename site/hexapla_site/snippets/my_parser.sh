tab=$(printf '\t')
while IFS= read -r question; do
    base=${question%%"$tab"*} reference=${question#*"$tab"} host=${question#*//}
    case $reference in # replace this case with your parser
        [a-z]*:*) uri=$reference ;;
        //*) uri=${base%%:*}:$reference ;;
        /*) uri=${base%%:*}://${host%%[/?#"$tab"]*}$reference ;;
        '?'*) uri=${base%%[?#]*}$reference ;;
        '#'*) uri=${base%%'#'*}$reference ;;
        *) uri=${base%/*}/$reference ;;
    esac
    printf '%s\n' "$uri"
done
