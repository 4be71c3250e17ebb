import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'

/** Returns the documents with these ids by id, in the order of the ids, each once; ids without a document are missing. */
export async function documentsById<Doc extends Document>(
  { store, readModel }: { store: Pick<ReadModelStore, 'load'>; readModel: ReadModelKey },
  ids: Iterable<string>,
): Promise<Map<string, Doc>> {
  const unique = [...new Set(ids)]
  const found = new Map<string, Doc>()
  for (let start = 0; start < unique.length; start += documentsPerRead) {
    const some = unique.slice(start, start + documentsPerRead)
    for (const [index, document] of (await store.load<Doc>(readModel, some)).entries())
      if (document !== undefined) found.set(some[index] ?? '', document)
  }
  return found
}

/** A store that is shared blocks its other users during a read. */
const documentsPerRead = 500
