window.hexaplaServer = ""; // a server of `hexapla site --serve` sends another text here
