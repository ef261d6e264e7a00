import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.Set;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CommitmentsApi;
import org.openapitools.client.api.TagsApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.CommitmentKind;
import org.openapitools.client.model.Instrument;
import org.openapitools.client.model.ReservedInstanceRow;
import org.openapitools.client.model.VirtualTagKeyInput;
import org.openapitools.client.model.WebhookEndpointInput;

/** Uses the client that openapi-generator writes. */
public class Main {
  /** A savings plan, whose id contains a slash and colons. */
  static final String ARN =
      "arn:provider_a:savingsplans::100200300401:savingsplan/3f2b8a1e-6c4d-4e5f-9a70-1b2c3d4e5f60";

  static final String TAG_KEY =
      "{\"name\": \"Cost center\", \"expected_version\": 7, \"description\": \"Who pays for what\","
          + " \"effective_from\": null, \"can_override\": false, \"collapsed_keys\": [], \"configs\": ["
          + "{\"filter\": {\"rules\": []}, \"time_frame\": null, \"assign\": {\"type\": \"value\", \"value\": \"Platform\"}}]}";

  public static void main(String[] args) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    var commitments = new CommitmentsApi(client);
    var webhooks = new WebhooksApi(client);

    var page = commitments.listCommitments(null, CommitmentKind.SAVINGS_PLAN, null, null, 2);
    var items = page.getData().getItems();
    check("filtered page", items.size() == 2 && items.get(0).getKind() == CommitmentKind.SAVINGS_PLAN, page);

    var rate = commitments.getEffectiveSavingsRate(null, null);
    var unmeasured = rate.getData().getAccounts().stream().filter(account -> !account.getMeasured()).findFirst();
    check("savings rate", unmeasured.orElseThrow().getTotalRatePct() == null, rate);

    var inventory = commitments.listCommitmentInventory(Instrument.RI, null, null, null, null);
    var row = (ReservedInstanceRow) inventory.getData().getRows().get(0).getActualInstance();
    check("inventory", row.getQty().intValue() > 0, inventory);

    var quote = commitments.getRenewalQuote(ARN);
    check("renewal quote", quote.getSuccess(), quote);

    var input = new WebhookEndpointInput().url(URI.create("https://hooks.example.com/costs")).eventTypes(Set.of("optimization.completed"));
    var created = webhooks.createWebhookEndpoint(input, UUID.randomUUID().toString());
    check("create", created.getSuccess(), created);

    var deleted = webhooks.deleteWebhookEndpoint(created.getData().getId());
    check("delete", deleted.getSuccess(), deleted);

    var change = client.getObjectMapper().readValue(TAG_KEY, VirtualTagKeyInput.class);
    var updated = new TagsApi(client).updateVirtualTagKey("vtk-cost-center", change, UUID.randomUUID().toString());
    check("update", updated.getSuccess(), updated);

    try {
      commitments.listCommitments(null, null, null, 0, null);
      check("code of a 422", false, "no exception");
    } catch (ApiException error) {
      var code = new ObjectMapper().readTree(error.getResponseBody()).at("/error/code").asText();
      check("code of a 422", error.getCode() == 422 && code.equals("VALIDATION_ERROR"), error);
    }
  }

  static void check(String step, boolean passed, Object actual) {
    System.out.println(passed ? "ok " + step : "FAILED " + step + ": " + actual);
  }
}
