import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'

/** Returns the documents with these ids by id, in the order of the ids, each once; ids without a document are missing. */
export async function documentsById<Doc extends Document>(
  { store, readModel }: { store: Pick<ReadModelStore, 'load'>; readModel: ReadModelKey },
  ids: Iterable<string>,
): Promise<Map<string, Doc>> {
  const unique = [...new Set(ids)]
  const documents = unique.length === 0 ? [] : await store.load<Doc>(readModel, unique)
  const found = unique.map((id, index) => [id, documents[index]] as const)
  return new Map(found.flatMap(([id, document]) => (document === undefined ? [] : [[id, document]])))
}
