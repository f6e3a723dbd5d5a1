window.hexaplaServer = ""; // the server of `hexapla site --serve` sends another text
