import type { IntegrationRow } from "../../../data/schema.ts";
import { Button, Form, Hidden } from "../components/form.tsx";
import type { Frame, Service } from "../frame.ts";
import { ProofField } from "../proof-fields.tsx";
import { SettingsLayout, SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { ServiceGlyph } from "./service-buttons.tsx";

export interface IntegrationsProps {
  frame: Frame;
  accounts: IntegrationRow[];
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
              <LinkedRow {...props} account={account} id={`unlink-${index}`} />
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

const LinkedRow = (props: IntegrationsProps & { account: IntegrationRow; id: string }) => {
  const { say, ago } = useWords();
  const { frame, account: row, refused, id } = props;
  const service = labelOf(frame, row.service);
  const called = row.name ?? row.account;
  const time = ago(row.created_at, frame.now);
  const isGone = !frame.site.services.some(({ name }) => name === row.service);
  const isRefused = refused?.form === "unlink" && refused.service === row.service && refused.account === row.account;
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
            {row.subject === null && <span class="chip">{say("integrations.listed-only")}</span>}
            {row.subject !== null && isGone && <span class="chip">{say("integrations.gone")}</span>}
          </span>
          <span class="soft">
            {row.used_at === null
              ? say("integrations.since", { time })
              : say("integrations.since-used", { time, used: ago(row.used_at, frame.now) })}
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
          action={`${frame.site.root}/settings/integrations/${row.service}/unlink`}
          error={isRefused ? refused.sentence : undefined}
          label={say("integrations.unlink-label", { account: called, service })}
        >
          <p>{say("integrations.unlink-ask")}</p>
          <Hidden name="account" value={row.account} />
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
            <LinkRow {...props} service={service} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
};

/** Asks for proof first: what is linked can sign in for as long as it is. */
const LinkRow = ({ frame, refused, service }: IntegrationsProps & { service: Service }) => {
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
