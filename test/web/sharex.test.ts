import { expect, test } from "bun:test";

import { openWorld, smallImage } from "../world.ts";

test("the ShareX file posts a picture with the person's key, and finds its address in the answer", async () => {
  await using world = await openWorld("SQLite");
  const { key } = await world.member();
  const page = await (await world.as().get("/anywhere")).text();
  expect(page).toContain('href="/sharex.sxcu" download');
  expect(page).toContain(`${world.addresses.apiUrl}/v1/submit`);
  const file = await world.as().get("/sharex.sxcu");
  expect(file.headers.get("content-disposition")).toContain(".sxcu");
  const destination = (await file.json()) as Record<
    "RequestURL" | "RequestMethod" | "FileFormName" | "URL" | "ErrorMessage",
    string
  >;
  const post = async (Authorization: string) => {
    const body = new FormData();
    body.set(destination.FileFormName, new Blob([Uint8Array.from(await smallImage())]), "screenshot.png");
    const init = { method: destination.RequestMethod, headers: { Authorization }, body };
    return (await (await fetch(destination.RequestURL, init)).json()) as {
      meme?: { permalink: string };
      error?: string;
    };
  };
  expect(destination).toMatchObject({ URL: "{json:meme.permalink}", ErrorMessage: "{json:error}" });
  expect((await post(key)).meme!.permalink).toStartWith(`${world.addresses.url}/meme/`);
  expect((await post("PASTE YOUR API KEY HERE")).error).toContain("key");
});
