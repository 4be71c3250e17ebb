/**
 * Options of an `LRUCache` with at most this many entries, which grows with them. With the option `max`, a cache takes the memory of
 * all entries, and some milliseconds, when it is made.
 */
export const entriesUpTo = (maxEntries: number) => ({ maxSize: maxEntries, sizeCalculation: () => 1 })
