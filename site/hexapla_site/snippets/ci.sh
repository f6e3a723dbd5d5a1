hexapla identify --json --badge uri.svg --report uri python3 my_parser.py > uri.json || [ $? -eq 1 ]
