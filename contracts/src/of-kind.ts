/** Returns a document of a read model with several kinds of documents if it is of this kind. */
export const ofKind = <Doc extends { kind: string }, Kind extends Doc['kind']>(
  document: Doc | undefined,
  kind: Kind,
): Extract<Doc, { kind: Kind }> | undefined => (isOfKind(document, kind) ? document : undefined)

const isOfKind = <Doc extends { kind: string }, Kind extends Doc['kind']>(
  document: Doc | undefined,
  kind: Kind,
): document is Extract<Doc, { kind: Kind }> => document?.kind === kind
