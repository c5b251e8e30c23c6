import { z } from "zod";

import { addWebhook } from "../../../core/webhooks/add-webhook.ts";
import { changeWebhook } from "../../../core/webhooks/change-webhook.ts";
import { deleteWebhook } from "../../../core/webhooks/delete-webhook.ts";
import { listWebhooks, readWebhookLog, type WebhookLog } from "../../../core/webhooks/list-webhooks.ts";
import { rotateSecret } from "../../../core/webhooks/rotate-secret.ts";
import { replayDelivery, testWebhook } from "../../../core/webhooks/send-delivery.ts";
import { isFormUsed } from "../../../core/users/use-form.ts";
import { EVENT_KINDS } from "../../../entities/meme-event.ts";
import { ownAge } from "../../fields.ts";
import { text, ticked } from "../form-fields.ts";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { page, type WebRoute } from "../web-route.ts";
import { WebhookPage } from "./webhook-page.tsx";
import { EMPTY_WEBHOOK, WebhooksPage, type TypedWebhook } from "./webhooks-page.tsx";

const PATH = "/settings/webhooks";
const form = z.string().max(100).optional();
const Wish = z.object({
  url: text,
  new: ticked,
  hot: ticked,
  edited: ticked,
  gone: ticked,
  age: ownAge,
  tag: text,
  author: text,
});

type SentWish = z.output<typeof Wish>;

const kindsIn = (sent: SentWish) => EVENT_KINDS.filter((kind) => sent[kind]);

const wishOf = (sent: SentWish) => {
  const { url, age, tag, author } = sent;
  return { url, age, tag, author, kinds: kindsIn(sent) };
};

const typedOf = (sent: SentWish): TypedWebhook => {
  const { url, age, tag, author } = sent;
  return { url, tag, author, age: String(age), events: kindsIn(sent).join() };
};

const typedFrom = ({ webhook: { url, kinds, age, tag = "", authorId = "" }, author }: WebhookLog): TypedWebhook => ({
  url,
  events: kinds.join(),
  age: String(age),
  tag,
  author: author?.username ?? authorId,
});

const pathOf = (visit: Visit) => `${PATH}/${visit.param("id")}`;

const list = page({
  method: "GET",
  path: PATH,
  access: "member",
  handle: async (visit) =>
    show(visit, <WebhooksPage frame={visit.frame} webhooks={await listWebhooks(visit.ctx)} typed={EMPTY_WEBHOOK} />),
});

const add = page({
  method: "POST",
  path: PATH,
  access: "member",
  input: Wish.extend({ form }),
  handle: async (visit, { form: once, ...sent }) => {
    const { secret } = await addWebhook(visit.ctx, wishOf(sent), once);
    // No redirect: the secret is shown in this one answer only.
    const webhooks = await listWebhooks(visit.ctx);
    return show(visit, <WebhooksPage frame={visit.frame} webhooks={webhooks} typed={EMPTY_WEBHOOK} secret={secret} />);
  },
  again: async (visit, sent, { sentence, error }) => {
    if (isFormUsed(error)) return goTo(visit, PATH, "secret-once");
    const webhooks = await listWebhooks(visit.ctx);
    return <WebhooksPage frame={visit.frame} webhooks={webhooks} typed={typedOf(sent)} error={sentence} />;
  },
});

const view = page({
  method: "GET",
  path: `${PATH}/{id}`,
  access: "member",
  handle: async (visit) => {
    const log = await readWebhookLog(visit.ctx, visit.param("id"));
    return show(visit, <WebhookPage frame={visit.frame} log={log} typed={typedFrom(log)} />);
  },
});

const change = page({
  method: "POST",
  path: `${PATH}/{id}`,
  access: "member",
  input: Wish,
  handle: async (visit, sent) => {
    await changeWebhook(visit.ctx, { id: visit.param("id"), ...wishOf(sent) });
    return goTo(visit, pathOf(visit), "webhook-saved");
  },
  again: async (visit, sent, { sentence }) => {
    const log = await readWebhookLog(visit.ctx, visit.param("id"));
    return <WebhookPage frame={visit.frame} log={log} typed={typedOf(sent)} error={sentence} />;
  },
});

const rotate = page({
  method: "POST",
  path: `${PATH}/{id}/secret`,
  access: "member",
  input: z.object({ form }),
  handle: async (visit, { form: once }) => {
    const secret = await rotateSecret(visit.ctx, visit.param("id"), once);
    const log = await readWebhookLog(visit.ctx, visit.param("id"));
    return show(visit, <WebhookPage frame={visit.frame} log={log} typed={typedFrom(log)} secret={secret} />);
  },
  again: async (visit, _, { sentence, error }) => {
    if (isFormUsed(error)) return goTo(visit, pathOf(visit), "secret-once");
    const log = await readWebhookLog(visit.ctx, visit.param("id"));
    return <WebhookPage frame={visit.frame} log={log} typed={typedFrom(log)} error={sentence} />;
  },
});

const turn = page({
  method: "POST",
  path: `${PATH}/{id}/switch`,
  access: "member",
  input: z.object({ on: text }),
  handle: async (visit, { on }) => {
    const enabled = on !== "";
    await changeWebhook(visit.ctx, { id: visit.param("id"), enabled });
    return goTo(visit, pathOf(visit), enabled ? "webhook-on" : "webhook-off");
  },
});

const test = page({
  method: "POST",
  path: `${PATH}/{id}/test`,
  access: "member",
  handle: async (visit) => {
    await testWebhook(visit.ctx, visit.param("id"));
    return goTo(visit, pathOf(visit), "webhook-tested");
  },
});

const replay = page({
  method: "POST",
  path: `${PATH}/{id}/deliveries/{delivery}`,
  access: "member",
  handle: async (visit) => {
    await replayDelivery(visit.ctx, { id: visit.param("id"), delivery: visit.param("delivery") });
    return goTo(visit, pathOf(visit), "webhook-sent-again");
  },
});

const drop = page({
  method: "POST",
  path: `${PATH}/{id}/delete`,
  access: "member",
  handle: async (visit) => {
    await deleteWebhook(visit.ctx, visit.param("id"));
    return goTo(visit, PATH, "webhook-deleted");
  },
});

export const webhooksPages: readonly WebRoute[] = [list, add, view, change, rotate, turn, test, replay, drop];
