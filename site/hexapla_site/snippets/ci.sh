hexapla identify --json --badge uri.svg --report uri python3 resolver.py > uri.json || [ $? -eq 1 ]
