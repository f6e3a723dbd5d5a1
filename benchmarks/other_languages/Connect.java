import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Requests each URL that comes on a line, in Base64; answers a line when it is done. */
class Connect {
  static final HttpClient CLIENT = HttpClient.newHttpClient();

  static void request(String client, String url) throws Exception {
    if (client.equals("HttpClient")) {
      var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(5)).build();
      CLIENT.send(request, BodyHandlers.discarding());
    } else {
      var connection = (HttpURLConnection) new URL(url).openConnection();
      connection.setConnectTimeout(5000);
      connection.getResponseCode();
    }
  }

  public static void main(String[] arguments) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null; ) {
      try {
        request(arguments[0], new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8));
      } catch (Exception refused) {
        // Where it connected to is seen from outside.
      }
      System.out.println("done");
    }
  }
}
