hexapla identify --json --badge uri.svg --report uri python3 witness.py > uri.json || [ $? -eq 1 ]
