import { setImmediate } from 'node:timers/promises'
import type { Document, Ranked, ViewKey, ViewStore } from '@thirty/infra/views/views.ts'

/** Lets everybody else run. Called between slices of long work, each well below a millisecond. */
export const breather = (): Promise<void> => setImmediate()

const sliceSize = 64

/**
 * The documents of an index in its order, slice by slice, with a pause after each. Long lists are looked through this
 * way, so that one search does not hold up everybody else.
 */
export async function* slicesOf<Doc extends Document>(
  store: ViewStore,
  view: ViewKey,
  index: string,
  { from = 0, reverse = false }: { from?: number; reverse?: boolean } = {},
): AsyncGenerator<Ranked<Doc>[]> {
  for (let offset = from; ; offset += sliceSize) {
    const slice = await store.range<Doc>(view, index, { offset, limit: sliceSize, reverse })
    if (slice.length > 0) yield slice
    if (slice.length < sliceSize) return
    await breather()
  }
}

const sortedAtOnce = 256
const mergedAtOnce = 4_096

/** Sorts texts in the order of their code units, in slices. */
export async function sortedInSlices(texts: readonly string[]): Promise<string[]> {
  let runs: string[][] = []
  for (let at = 0; at < texts.length; at += sortedAtOnce) {
    runs.push(texts.slice(at, at + sortedAtOnce).sort())
    await breather()
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge(left: readonly string[], right: readonly string[]): Promise<string[]> {
  const merged: string[] = []
  let [atLeft, atRight] = [0, 0]
  for (;;) {
    const [one, other] = [left[atLeft], right[atRight]]
    if (one === undefined && other === undefined) return merged
    if (other === undefined || (one !== undefined && one <= other)) {
      if (one !== undefined) merged.push(one)
      atLeft += 1
    } else {
      merged.push(other)
      atRight += 1
    }
    if (merged.length % mergedAtOnce === 0) await breather()
  }
}
