/** A node of the syntax tree of a module. `start` and `end` count characters. */
export type Node = { type: string; start: number; end: number }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

export const childrenOf = (node: Node): Node[] => Object.values<unknown>(node).flat().filter(isNode)
