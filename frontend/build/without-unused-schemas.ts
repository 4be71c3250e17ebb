// The plugin that keeps schemas without a use in the frontend out of its scripts: making them took a slow phone 160 ms while a screen
// loaded, and their script was 113 kB instead of 93. A call that makes a constant in a module of schemas of `contracts` must have no
// effect besides its result.

import type { Plugin, Rolldown } from 'vite'

type Program = ReturnType<Rolldown.TransformPluginContext['parse']>

const schemaModules =
  /\/contracts\/src\/(?:.*api|endpoints\/(?:endpoint-definition|path-parameters|responses|shown-text))\.ts/

/**
 * Lets the bundler leave out schemas that the frontend does not use, such as those of most responses, and the definitions of endpoints.
 * Both are results of calls, and the bundler keeps every call that might do more than return its result.
 */
export const withoutUnusedSchemas: Plugin = {
  name: 'without-unused-schemas',
  apply: 'build',
  // The compiler has removed the types.
  enforce: 'post',
  transform(code, id) {
    return schemaModules.test(id) ? { code: markAsPure(code, this.parse(code)), map: null } : undefined
  },
}

/** Puts the value of each constant that calls make into a function whose call is marked as pure. */
export function markAsPure(code: string, { body }: Program): string {
  const values = body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ init }) =>
      init?.type === 'CallExpression' || init?.type === 'ObjectExpression' ? [init] : [],
    )
  return values.reduceRight(
    (changed, { start, end }) =>
      `${changed.slice(0, start)}/* @__PURE__ */ (() => (${changed.slice(start, end)}))()${changed.slice(end)}`,
    code,
  )
}
