/**
 * Resource of a sending wallet that only one mined transfer can consume: an account nonce (EVM) or an unspent output (Bitcoin). A slot belongs to
 * at most one live transfer of its network, payouts and sweeps alike.
 */
export interface Slot {
  /** Sending address: the hot wallet, or the deposit address that a sweep empties. */
  readonly wallet: string;
  /** Nonce or outpoint as the rail writes it, always in the same form. Unique within the wallet. */
  readonly resource: string;
}

/** A slot that a live transfer has, which must not be chosen, or the highest nonce that a transfer of ours has consumed (`isConsumed`), to count from. */
export interface SlotInUse extends Slot {
  readonly isConsumed?: boolean;
  /**
   * Signed bytes of the live transfer in a nonce and of its replacements, of which one is mined: they tell what the wallet may have to pay. None for
   * unspent outputs.
   */
  readonly raws?: readonly string[];
}

/** Whether two lists of slots have one in common: at most one of their transfers can be mined. */
export function shareSlot(one: readonly Slot[], other: readonly Slot[]): boolean {
  return one.some((slot) => hasSlot(other, slot));
}

/** Whether a mined transfer of either side excludes the whole other side: each shares a slot with each. False where the second side has none. */
export function excludeEachOther(
  some: readonly { readonly slots: readonly Slot[] }[],
  others: readonly { readonly slots: readonly Slot[] }[],
): boolean {
  return others.length > 0 && some.every((one) => others.every((other) => shareSlot(one.slots, other.slots)));
}

/**
 * Whether a replacement excludes every earlier transfer of its attempt: it consumes all slots of the first one, as those in between do. Sharing
 * one slot with the first would not exclude a replacement that kept another of them.
 */
export function keepsSlots(first: readonly Slot[], replacement: readonly Slot[]): boolean {
  return first.length > 0 && first.every((slot) => hasSlot(replacement, slot));
}

function hasSlot(slots: readonly Slot[], { wallet, resource }: Slot): boolean {
  return slots.some((slot) => slot.wallet === wallet && slot.resource === resource);
}
