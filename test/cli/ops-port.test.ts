import { describe, expect, test } from "bun:test";

import { freePort } from "../free-port.ts";
import { freshFolder } from "../world.ts";
import { launch, launchServer } from "./guffaw.ts";

const TOKEN = "a token of the operator".replaceAll(" ", "-");
const WITH_TOKEN = { Authorization: `Bearer ${TOKEN}` };

async function serve(env: Record<string, string>) {
  const server = await launchServer({ GUFFAW_DATA: freshFolder("ops"), GUFFAW_STARTER: "off", ...env });
  const status = async (path: string, headers: Record<string, string> = {}, origin = server.origin()) =>
    (await fetch(origin + path, { headers })).status;
  return { server, status };
}

describe.each(["1", "2"])("with GUFFAW_WORKERS=%s", (GUFFAW_WORKERS) => {
  test("a port of their own has metrics and readiness, and the public one does not", async () => {
    const port = freePort();
    const { server, status } = await serve({ GUFFAW_OPS_PORT: String(port), GUFFAW_WORKERS });
    const ops = `http://127.0.0.1:${port}`;
    for (const path of ["/metrics", "/readyz"]) {
      expect([path, await status(path)]).toEqual([path, 404]);
      expect([path, await status(path, {}, ops)]).toEqual([path, 200]);
    }
    expect([await status("/healthz"), await status("/healthz", {}, ops)]).toEqual([200, 200]);
    expect([await status("/"), await status("/", {}, ops)]).toEqual([200, 404]);
    expect(await status("/v1/stats", {}, ops)).toBe(404);
    // It counts what the public port has served.
    const metrics = await (await fetch(`${ops}/metrics`)).text();
    expect(metrics).toMatch(/guffaw_requests_total\{method="GET",route="\/",status="200"\} 1/);
    expect(metrics.match(/^guffaw_build_info\{.*$/gm)).toEqual([expect.stringMatching(/ 1$/)]);
    expect(await server.stop()).toBe(0);
    expect(await server.stderr).toContain(`"opsPort":${port}`);
  });

  test("a token guards them", async () => {
    const { server, status } = await serve({ GUFFAW_OPS_TOKEN: TOKEN, GUFFAW_WORKERS });
    for (const path of ["/metrics", "/readyz"]) {
      const refused = await fetch(server.origin() + path);
      expect([path, refused.status, refused.headers.get("www-authenticate")]).toEqual([path, 401, "Bearer"]);
      expect(await refused.text()).not.toContain("guffaw_");
      for (const wrong of [`Bearer ${TOKEN}x`, TOKEN, "Bearer", "Basic YTpi"])
        expect([path, await status(path, { Authorization: wrong })]).toEqual([path, 401]);
      expect([path, await status(path, WITH_TOKEN)]).toEqual([path, 200]);
    }
    expect(await status("/healthz")).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});

test("the port and the token can be combined", async () => {
  const port = freePort();
  const { server, status } = await serve({ GUFFAW_OPS_PORT: String(port), GUFFAW_OPS_TOKEN: TOKEN });
  expect(await status("/metrics", WITH_TOKEN)).toBe(404);
  expect(await status("/metrics", {}, `http://127.0.0.1:${port}`)).toBe(401);
  expect(await status("/metrics", WITH_TOKEN, `http://127.0.0.1:${port}`)).toBe(200);
  expect(await server.stop()).toBe(0);
});

test("a port that is taken stops the start with a sentence that names the setting", async () => {
  using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", reusePort: false, fetch: () => new Response() });
  const env = {
    GUFFAW_DATA: freshFolder("ops"),
    GUFFAW_PORT: "0",
    GUFFAW_OPS_PORT: String(taken.port),
    GUFFAW_LOG: "error",
  };
  const { code, stderr } = await launch(["serve"], { env });
  expect([code, stderr]).toEqual([
    1,
    `guffaw: Cannot listen on 127.0.0.1 port ${taken.port}: another program is using it; stop that program or set GUFFAW_OPS_PORT to another port (0 picks a free one).\n`,
  ]);
});
