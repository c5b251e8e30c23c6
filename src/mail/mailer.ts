import type { Transporter } from "nodemailer";

import type { MailConfig } from "../config/mail.ts";
import { withDeadline } from "../deadline.ts";
import { MailError, mailErrorOf } from "./mail-error.ts";

/** A server may be slow to greet, but not silent. */
const SILENT_MS = 10_000;
const DEADLINE_MS = 20_000;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
}

/** The operator's mail server. Its refusals become a MailError. */
export class Mailer {
  /** Mails since startup: sent, postponed after a failure, and given up. */
  readonly counts = { sent: 0, retried: 0, failed: 0 };
  #transport: Promise<Transporter> | undefined;

  constructor(
    private config: MailConfig,
    private silentMs = SILENT_MS,
  ) {}

  /** Returns the server's answer. */
  send(mail: Mail): Promise<string> {
    return this.#ask(async (transport) => {
      const { response } = await transport.sendMail({ ...mail, to: { name: "", address: mail.to } });
      return response as string;
    });
  }

  /** Connects, with TLS if configured, and logs in. */
  async verify(): Promise<void> {
    await this.#ask((transport) => transport.verify());
  }

  async #ask<T>(ask: (transport: Transporter) => Promise<T>): Promise<T> {
    const { url } = this.config;
    try {
      return await withDeadline(ask(await (this.#transport ??= this.#open())), DEADLINE_MS, "The mail server");
    } catch (error) {
      throw error instanceof MailError ? error : mailErrorOf(error, url);
    }
  }

  async #open(): Promise<Transporter> {
    const { url, from } = this.config;
    // Most commands never send a mail.
    const { createTransport } = await import("nodemailer");
    const [connectionTimeout, greetingTimeout, socketTimeout] = [this.silentMs, this.silentMs, this.silentMs];
    return createTransport({ url, connectionTimeout, greetingTimeout, socketTimeout } as object, { from });
  }
}
