import { z } from "zod";

import { listAccounts } from "../../../core/users/list-accounts.ts";
import { invitePerson } from "../../../core/users/invite-person.ts";
import { makeResetLink } from "../../../core/users/make-reset-link.ts";
import { readAccountDetails } from "../../../core/users/read-account-details.ts";
import { searchAccounts } from "../../../core/users/search-accounts.ts";
import { LASTING_PERKS, setPerks } from "../../../core/users/set-perks.ts";
import { isFormUsed } from "../../../core/users/use-form.ts";
import { ID } from "../../cursor.ts";
import { recentProofOf } from "../proof-fields.tsx";
import { goTo, show } from "../reply.ts";
import type { Visit } from "../visit.ts";
import { text, ticked } from "../form-fields.ts";
import { page, type WebRoute } from "../web-route.ts";
import { AccountPage } from "./account-page.tsx";
import { INVITE_DAYS, AccountsPage } from "./accounts-page.tsx";

const AMOUNT = 30;
const after = ID.optional().catch(undefined);
const form = z.string().max(100).optional();

const users = page({
  method: "GET",
  path: "/admin/users",
  access: "founder",
  input: z.object({ find: text, after }),
  handle: async (visit, { find, after: from }) => {
    const wanted = find.trim();
    const { items, next } = wanted
      ? { items: await searchAccounts(visit.ctx, wanted), next: undefined }
      : await listAccounts(visit.ctx, { amount: AMOUNT, after: from });
    const props = { users: items, next, after: from !== undefined, find: wanted };
    return show(visit, <AccountsPage frame={visit.frame} {...props} />);
  },
});

const invite = page({
  method: "POST",
  path: "/admin/invite",
  formPage: "/admin/users",
  access: "founder",
  input: z.object({ days: z.enum(INVITE_DAYS).catch("7"), password: text, form }),
  handle: async (visit, { days, ...input }) => {
    const proof = recentProofOf(visit, input);
    const secret = await invitePerson(visit.ctx, { days: Number(days), proof, form: input.form });
    // No redirect: the link is shown in this one answer only.
    const invitation = `${visit.site.url}/sign-up?invite=${secret}`;
    return show(visit, <AccountsPage frame={visit.frame} {...await newestOf(visit)} invitation={invitation} />);
  },
  again: async (visit, _, { sentence, error }) =>
    isFormUsed(error) ? (
      goTo(visit, "/admin/users", "link-once")
    ) : (
      <AccountsPage frame={visit.frame} {...await newestOf(visit)} error={sentence} />
    ),
});

async function newestOf({ ctx }: Visit) {
  const { items, next } = await listAccounts(ctx, { amount: AMOUNT });
  return { users: items, next, after: false, find: "" };
}

const user = page({
  method: "GET",
  path: "/admin/users/{id}",
  access: "founder",
  handle: async (visit) => {
    const account = await readAccountDetails(visit.ctx, visit.param("id"));
    return show(visit, <AccountPage frame={visit.frame} account={account} />);
  },
});

const perks = page({
  method: "POST",
  path: "/admin/users/{id}/perks",
  access: "founder",
  input: z.object({
    verified: ticked,
    staff: ticked,
    translator: ticked,
    service: ticked,
    founder: ticked,
    password: text,
  }),
  handle: async (visit, input) => {
    const given = LASTING_PERKS.filter((one) => input[one]);
    const proof = recentProofOf(visit, input);
    const { id } = await setPerks(visit.ctx, { user: visit.param("id"), perks: given, proof });
    return goTo(visit, `/admin/users/${id}`, "perks-saved");
  },
  again: (visit, _, { sentence }) => accountAgain(visit, { form: "perks", sentence }),
});

async function accountAgain(visit: Visit, refused: { form: "perks" | "reset"; sentence: string }) {
  const account = await readAccountDetails(visit.ctx, visit.param("id"));
  return <AccountPage frame={visit.frame} account={account} refused={refused} />;
}

const reset = page({
  method: "POST",
  path: "/admin/users/{id}/reset",
  access: "founder",
  input: z.object({ password: text, form }),
  handle: async (visit, input) => {
    const account = await readAccountDetails(visit.ctx, visit.param("id"));
    const proof = recentProofOf(visit, input);
    const { secret } = await makeResetLink(visit.ctx, account.user.id, { proof, form: input.form });
    const link = `${visit.site.url}/reset/${secret}`;
    return show(visit, <AccountPage frame={visit.frame} account={account} reset={link} />);
  },
  again: (visit, _, { sentence, error }) =>
    isFormUsed(error)
      ? goTo(visit, `/admin/users/${encodeURIComponent(visit.param("id"))}`, "link-once")
      : accountAgain(visit, { form: "reset", sentence }),
});

export const accountPages: readonly WebRoute[] = [users, invite, user, perks, reset];
