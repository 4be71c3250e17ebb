// For `node --import`: runs the product as the next release, in which every projection has a new version and the
// leaderboard shows names in capitals. The source is changed while it is loaded; the files do not change.
import { registerHooks } from 'node:module'

type Patch = { file: RegExp; pattern: RegExp; replace: (match: string) => string }

const patches: readonly Patch[] = [
  {
    file: /\/projections\/src\/(?:(?:[\w-]+\/)+(?:projection|read-model)|deleted-people)\.ts$/,
    pattern: / version: \d+,/g,
    replace: (match) => match.replace(/\d+/, (version) => String(Number(version) + 1)),
  },
  {
    file: /\/projections\/src\/leaderboard\/evolve\.ts$/,
    pattern: / name: person\.fullName/g,
    replace: (match) => `${match}.toUpperCase()`,
  },
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const patch = patches.find(({ file }) => file.test(url))
    if (!patch) return loaded
    const { source = '' } = loaded
    const original = typeof source === 'string' ? source : new TextDecoder().decode(source)
    const patched = original.replaceAll(patch.pattern, patch.replace)
    // A patch without effect would let every test pass.
    if (patched === original) throw new Error(`${url} contains nothing that matches ${patch.pattern}.`)
    return { ...loaded, source: patched }
  },
})
