import stylelint from 'stylelint'

const ruleName = 'thirty/no-copied-block'

/** Fewer declarations than this may be equal by chance. */
const minDeclarations = 3

/** A block that only arranges its children, such as a grid with a gap, needs no shared name. */
const layoutProperties =
  /^(display|(row-|column-)?gap|(align|justify|place)-.+|flex(-.+)?|grid(-.+)?|min-width|margin-left)$/

const messages = stylelint.utils.ruleMessages(ruleName, {
  copied: (/** @type {string} */ other) =>
    `Has the same declarations as ${other}. Share a class of shared/styles with "composes".`,
})

/**
 * The blocks of all files of this run, by their sorted declarations.
 * @type {Map<string, string>}
 */
const blocks = new Map()

/** @type {import('stylelint').Rule} */
const noCopiedBlock = () => (root, result) => {
  const file = root.source?.input.file ?? ''
  root.walkRules((rule) => {
    const declarations = rule.nodes.flatMap((node) =>
      node.type === 'decl' && node.prop !== 'composes' ? [{ prop: node.prop, value: node.value }] : [],
    )
    if (declarations.length < minDeclarations) return
    if (declarations.every(({ prop }) => layoutProperties.test(prop))) return
    const key = declarations
      .map(({ prop, value }) => `${prop}:${value}`)
      .sort()
      .join(';')
    const start = rule.source?.start
    const place = `${file}:${start?.line}:${start?.column}`
    const other = blocks.get(key)
    if (other === undefined || other === place) blocks.set(key, place)
    else
      stylelint.utils.report({
        ruleName,
        result,
        node: rule,
        message: messages.copied(other),
        word: rule.selector,
      })
  })
}
noCopiedBlock.ruleName = ruleName
noCopiedBlock.messages = messages

const plugin = stylelint.createPlugin(ruleName, noCopiedBlock)
// Stylelint loads a plugin by its default export.
// oxlint-disable-next-line import/no-default-export
export default plugin
