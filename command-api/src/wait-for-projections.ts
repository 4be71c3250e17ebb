/**
 * Waits until the server's own read models have reached a position, so that nobody misses what they just did, and says
 * so in an answer: the position as decimal text, `pending` when they are not there after a while.
 */
export type WaitForProjections = (position: bigint) => Promise<{ position: string; pending?: true }>
