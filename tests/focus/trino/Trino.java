import static io.trino.testing.TestingSession.testSessionBuilder;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.trino.plugin.memory.MemoryPlugin;
import io.trino.spi.type.TimeZoneKey;
import io.trino.testing.LocalQueryRunner;
import io.trino.testing.MaterializedResult;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs statements, which NUL separates in a file, in a Trino without a server, and writes the last result as CSV. */
public class Trino {
    public static void main(String[] args) throws Exception {
        var session = testSessionBuilder().setCatalog("memory").setSchema("default").setTimeZoneKey(TimeZoneKey.UTC_KEY);
        try (var trino = LocalQueryRunner.create(session.build())) {
            trino.installPlugin(new MemoryPlugin());
            trino.createCatalog("memory", "memory", Map.of());
            MaterializedResult result = null;
            for (var statement : Files.readString(Path.of(args[0])).split("\0")) result = trino.execute(statement);
            try (var csv = new PrintStream(args[1], UTF_8)) {
                print(csv, result.getColumnNames());
                for (var row : result) print(csv, row.getFields());
            }
        }
        // Threads of the HTTP client would hold the process.
        System.exit(0);
    }

    private static void print(PrintStream csv, List<?> values) {
        csv.println(values.stream().map(Trino::quoted).collect(joining(",")));
    }

    private static String quoted(Object value) {
        return value == null ? "" : '"' + value.toString().replace("\"", "\"\"") + '"';
    }
}
