/** Returns a document of a read model with several kinds of documents if it is of this kind. */
export const ofKind = <Doc extends { kind: string }, Kind extends Doc['kind']>(
  document: Doc | undefined,
  kind: Kind,
) =>
  // Safe: it is of this kind.
  (document?.kind === kind ? document : undefined) as Extract<Doc, { kind: Kind }> | undefined
