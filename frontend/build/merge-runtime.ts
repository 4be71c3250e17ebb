import type { Plugin, Rolldown } from 'vite'

const runtimeName = /^rolldown-runtime$/
const librariesName = 'libraries'
/** `import{r as e,t}from"./rolldown-runtime-….js"`, as the minifier writes it. */
const importOf = (file: string) => new RegExp(`import\\{([^}]*)\\}from"\\./${file.replaceAll('.', '\\.')}"`)

/**
 * Moves the runtime of the bundler, some hundred bytes that almost every script imports, into the script of the libraries,
 * which every page loads anyway. Rolldown 1.x always gives the runtime its own file. Throws if the scripts do not look as
 * expected, so that a new version of the bundler fails the build and not the page.
 */
export const mergeRuntime: Plugin = {
  name: 'merge-runtime',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const runtime = chunks.find(({ name }) => runtimeName.test(name))
      const libraries = chunks.find(({ name }) => name === librariesName)
      if (!runtime || !libraries) return
      const { body, exported } = exportsOf(runtime.code)
      const names = exported.map(({ name }) => name)
      const local = (name: string) => `runtime_${name}`
      const own = importedNames(libraries.code, runtime.fileName)
      const definition = `const{${names.map((name) => `${name}:${local(name)}`).join()}}=(()=>{${body};return{${exported
        .map(({ name, value }) => `${name}:${value}`)
        .join()}}})();${own.map(({ name, as }) => `const ${as}=${local(name)};`).join('')}`
      libraries.code = `${libraries.code.replace(importOf(baseName(runtime.fileName)), () => definition.slice(0, -1))}export{${names.map((name) => local(name)).join()}};`
      for (const chunk of chunks) {
        if (chunk === runtime) continue
        if (chunk !== libraries && chunk.imports.includes(runtime.fileName))
          chunk.code = chunk.code.replace(
            importOf(baseName(runtime.fileName)),
            () =>
              `import{${importedNames(chunk.code, runtime.fileName)
                .map(({ name, as }) => `${local(name)} as ${as}`)
                .join()}}from"./${baseName(libraries.fileName)}"`,
          )
        chunk.imports = withoutRuntime(chunk, runtime.fileName, libraries.fileName)
        // The lists of files to preload.
        chunk.code = chunk.code.replaceAll(runtime.fileName, libraries.fileName)
      }
      delete bundle[runtime.fileName]
    },
  },
}

const withoutRuntime = (chunk: Rolldown.OutputChunk, runtime: string, libraries: string): string[] => [
  ...new Set(
    chunk.imports
      .map((file) => (file === runtime ? libraries : file))
      .filter((file) => file !== chunk.fileName),
  ),
]

const baseName = (file: string): string => file.replace(/.*\//, '')

type Name = { name: string; as: string }

function importedNames(code: string, file: string): Name[] {
  const [, list] = importOf(baseName(file)).exec(code) ?? []
  if (list === undefined) throw new Error('A script imports the runtime of the bundler in an unknown way.')
  return list.split(',').map((part) => {
    const [name = '', as = name] = part.split(' as ')
    return { name, as }
  })
}

/** Returns the code of the runtime without its exports, and the exported names with the variables behind them. */
function exportsOf(code: string): { body: string; exported: { name: string; value: string }[] } {
  const [, body, list] = /^([^]*?);?export\{([^}]*)\};?\s*$/.exec(code) ?? []
  if (body === undefined || list === undefined)
    throw new Error('The runtime of the bundler has an unknown form.')
  return {
    body,
    exported: list.split(',').map((part) => {
      const [value = '', name = value] = part.split(' as ')
      return { name, value }
    }),
  }
}
