import { createTransport } from "nodemailer";

import type { MailConfig } from "../../config.ts";
import { withDeadline } from "../../core/deadline.ts";

const DEADLINE_MS = 20_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export type Mailer = (mail: Mail) => Promise<void>;

/** Through the operator's mail server. */
export function openMailer({ url, from }: MailConfig): Mailer {
  const transport = createTransport(url, { from });
  return async (mail) => {
    await withDeadline(
      transport.sendMail({ ...mail, to: { name: "", address: mail.to } }),
      DEADLINE_MS,
      "The mail server",
    );
  };
}
