import type { Addresses } from "../../config.ts";
import type { Ctx } from "../../core/ctx.ts";
import type { Age } from "../../entities/age.ts";
import type { Format } from "../../entities/format.ts";
import type { GifKey } from "../../entities/gif-key.ts";
import type { Meme } from "../../entities/meme.ts";
import type { DomainError } from "../../errors.ts";
import type { Exchange } from "../exchange.ts";
import { formatAddress } from "../picture-address.ts";

/** A request of a program that searches for GIFs. */
export class GifCall {
  key: GifKey | undefined;
  /** Why the key that it sent, or did not send, opens nothing. */
  refusedKey: DomainError | undefined;

  constructor(
    readonly exchange: Exchange,
    readonly ctx: Ctx,
    readonly addresses: Addresses,
  ) {}

  /** Memes up to this age, as far as the key may see them. */
  upTo(age: Age): Age {
    return age === 4 && !this.key?.mature ? 2 : age;
  }

  address(meme: Meme, format: Format): string {
    return formatAddress(this.addresses, meme, format);
  }

  page({ id }: Meme): string {
    return `${this.addresses.url}/meme/${id}`;
  }
}

/** What to call a meme: programs show it to people who cannot see the picture. */
export const describe = ({ alt, caption }: Meme): string => alt || caption;
