import type { LinkedAccount } from "../../../entities/linked-account.ts";
import { Button, Form, Hidden } from "../components/form.tsx";
import type { Frame, Service } from "../frame.ts";
import { ProofField } from "../proof-fields.tsx";
import { SettingsLayout, SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { ServiceGlyph } from "./service-buttons.tsx";

export interface IntegrationsProps {
  frame: Frame;
  accounts: LinkedAccount[];
  /** What was refused, and in which form. */
  refused?: { form: "link" | "unlink"; service: string; account?: string; sentence: string };
}

export const IntegrationsPage = (props: IntegrationsProps) => {
  const { say } = useWords();
  const { frame, accounts } = props;
  return (
    <SettingsLayout frame={frame} path="/settings/integrations">
      <p class="soft">{say("integrations.lead")}</p>
      <SettingsSection
        id="linked"
        title={say("integrations.yours")}
        lead={say(accounts.length > 0 ? "integrations.yours-hint" : "integrations.none")}
      >
        {accounts.length > 0 && (
          <ul class="rows">
            {accounts.map((account, index) => (
              <LinkedItem {...props} account={account} id={`unlink-${index}`} />
            ))}
          </ul>
        )}
      </SettingsSection>
      <LinkSection {...props} />
    </SettingsLayout>
  );
};

const labelOf = ({ site }: Frame, service: string) =>
  site.services.find(({ name }) => name === service)?.label ?? service;

const LinkedItem = (props: IntegrationsProps & { account: LinkedAccount; id: string }) => {
  const { say, ago } = useWords();
  const { frame, account: linked, refused, id } = props;
  const service = labelOf(frame, linked.service);
  const called = linked.name ?? linked.account;
  const time = ago(linked.createdAt, frame.now);
  const isGone = !frame.site.services.some(({ name }) => name === linked.service);
  const isRefused =
    refused?.form === "unlink" && refused.service === linked.service && refused.account === linked.account;
  return (
    <li class="row">
      <div class="row-text service-row">
        <ServiceGlyph label={service} />
        <div class="service-row-text">
          <strong>
            <bdi>{called}</bdi>
          </strong>
          <span class="chips">
            <span class="chip">{service}</span>
            {linked.subject === undefined && <span class="chip">{say("integrations.listed-only")}</span>}
            {linked.subject !== undefined && isGone && <span class="chip">{say("integrations.gone")}</span>}
          </span>
          <span class="soft">
            {linked.usedAt === undefined
              ? say("integrations.since", { time })
              : say("integrations.since-used", { time, used: ago(linked.usedAt, frame.now) })}
          </span>
        </div>
      </div>
      <details class="confirm" open={isRefused}>
        <summary
          class="button button-quiet button-small"
          aria-label={say("integrations.unlink-label", { account: called, service })}
        >
          {say("integrations.unlink")}
        </summary>
        <Form
          action={`${frame.site.root}/settings/integrations/${linked.service}/unlink`}
          error={isRefused ? refused.sentence : undefined}
          label={say("integrations.unlink-label", { account: called, service })}
        >
          <p>{say("integrations.unlink-ask")}</p>
          <Hidden name="account" value={linked.account} />
          <ProofField frame={frame} id={id} />
          <p class="actions">
            <Button kind="danger" small>
              {say("integrations.unlink-yes")}
            </Button>
          </p>
        </Form>
      </details>
    </li>
  );
};

const LinkSection = (props: IntegrationsProps) => {
  const { say } = useWords();
  const { services } = props.frame.site;
  return (
    <SettingsSection
      id="link"
      title={say("integrations.more")}
      lead={say(services.length > 0 ? "integrations.more-hint" : "integrations.no-services")}
    >
      {services.length > 0 && (
        <ul class="rows">
          {services.map((service) => (
            <LinkItem {...props} service={service} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
};

/** Asks for proof first, because a linked account can sign in for as long as it is linked. */
const LinkItem = ({ frame, refused, service }: IntegrationsProps & { service: Service }) => {
  const { say } = useWords();
  const isRefused = refused?.form === "link" && refused.service === service.name;
  return (
    <li class="row">
      <div class="row-text service-row">
        <ServiceGlyph label={service.label} />
        <strong>{service.label}</strong>
      </div>
      <details class="confirm" open={isRefused}>
        <summary
          class="button button-quiet button-small"
          aria-label={say("integrations.link-label", { service: service.label })}
        >
          {say("integrations.link")}
        </summary>
        <Form
          action={`${frame.site.root}/settings/integrations/${service.name}/link`}
          error={isRefused ? refused.sentence : undefined}
          label={say("integrations.link-label", { service: service.label })}
        >
          <ProofField frame={frame} id={`link-${service.name}`} />
          <p class="actions">
            <Button small>{say("integrations.go", { service: service.label })}</Button>
          </p>
        </Form>
      </details>
    </li>
  );
};
