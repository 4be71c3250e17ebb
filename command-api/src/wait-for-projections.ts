/**
 * Waits until the server's own read models have reached a position, so that callers see the effect of their command.
 * Returns the position as decimal text, with `pending` when the read models did not reach it in time.
 */
export type WaitForProjections = (position: bigint) => Promise<{ position: string; pending?: true }>
