import { Button, Hidden } from "../components/form.tsx";
import type { Frame, Service } from "../frame.ts";
import { useWords } from "../use-words.tsx";

/** The first letter stands for the service: their logos belong to them. */
export const ServiceGlyph = ({ label }: { label: string }) => (
  <span class="service-glyph" aria-hidden="true">
    {[...label][0]!.toUpperCase()}
  </span>
);

/** Other ways to sign in, below the form for the first. */
export const ServiceButtons = ({ frame, next }: { frame: Frame; next: string | undefined }) => {
  const { say } = useWords();
  const { services, root } = frame.site;
  if (services.length === 0) return null;
  return (
    <div class="stack services">
      <p class="services-or soft">{say("integrations.or")}</p>
      {services.map((service) => (
        <ServiceButton root={root} service={service} next={next} />
      ))}
    </div>
  );
};

export const ServiceButton = ({ root, service, next }: { root: string; service: Service; next?: string }) => (
  <form method="post" action={`${root}/sign-in/${service.name}`}>
    <Hidden name="next" value={next} />
    <Button kind="quiet">
      <ServiceGlyph label={service.label} />{" "}
      <span>{useWords().say("integrations.continue", { service: service.label })}</span>
    </Button>
  </form>
);
