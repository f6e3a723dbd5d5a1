class MyParser {
    public static void main(String[] none) {
        var questions = new java.util.Scanner(System.in, "UTF-8").useDelimiter("\n");
        while (questions.hasNext()) {
            String[] asked = questions.next().split("\t", 2);
            try { // call your parser here
                System.out.println(java.net.URI.create(asked[0]).resolve(asked[1]));
            } catch (IllegalArgumentException error) {
                System.out.println("\t" + error.getMessage());
            }
        }
    }
}
