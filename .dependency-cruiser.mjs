import { createRequire } from 'node:module'

const { Visitor } = createRequire(import.meta.url)('@swc/core/Visitor.js')
const visitStatement = Visitor.prototype.visitStatement

// Until swc's visitor knows `using`, a file that has one would end the whole check.
/** @param {{ type: string, decls: object[] }} statement */
Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return statement
}

// Who may import whom. Patterns, so that a folder made tomorrow is guarded from its first line.
const servers = '^(infra|command-api|projections|processes)/|^main\\.ts$'
const port = '^infra/src/(?:([^/]+)/\\1|read-models/projection)\\.ts$'
const pureFile = '^(command-api/src/[^/]+|projections/src/[^/]+)/(|[^/]+/)((decide|evolve)[-.]|projection\\.)'
// The lower layers of what the screens share.
const foundations = '(storage|i18n|preferences|navigation|styles)'
// Each of them may import those before it.
const tools = ['http', 'session', 'live', 'ui']

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contracts-stand-alone',
      comment: 'Contracts are the language that all others speak: they import no package of ours.',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { path: '^(infra|command-api|projections|processes|frontend|e2e)/|^main\\.ts$' },
    },
    {
      name: 'contracts-are-pure',
      comment: 'The browser runs contracts too; zod is their only dependency.',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^contracts/|node_modules/zod/' },
    },
    {
      name: 'infra-knows-no-business',
      comment: 'Infra may import contracts only.',
      severity: 'error',
      from: { path: '^infra/' },
      to: { path: '^(command-api|projections|frontend|e2e)/' },
    },
    {
      name: 'nobody-imports-benchmarks-or-scripts',
      comment: 'Specs of processes start real ones, by what the journeys have for it.',
      severity: 'error',
      from: {
        path: '^(contracts|infra/src|command-api|projections|frontend|processes)/',
        pathNot: '^processes/.*\\.spec\\.ts$',
      },
      to: { path: '^(bench|scripts|infra/deploy|e2e)/' },
    },
    {
      name: 'commands-never-read-read-models',
      comment: 'command-api may import contracts and infra.',
      severity: 'error',
      from: { path: '^command-api/' },
      to: { path: '^(projections|frontend|e2e)/' },
    },
    {
      name: 'projections-never-command',
      comment: 'projections may import contracts and infra.',
      severity: 'error',
      from: { path: '^projections/' },
      to: { path: '^(command-api|frontend|e2e)/' },
    },
    {
      name: 'frontend-speaks-contracts',
      comment: 'The browser knows the servers by their contracts only.',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: servers },
    },
    {
      name: 'decisions-and-projections-are-pure',
      comment:
        'decide, evolve and projection import their own folder and contracts. A type of infra is erased before it runs.',
      severity: 'error',
      from: { path: pureFile, pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^$1/|^contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'decisions-and-projections-stay-pure',
      comment: 'What they import must not bring in Express or a store by a back door. A port is types only.',
      severity: 'error',
      from: { path: pureFile, pathNot: '\\.spec\\.ts$' },
      to: { path: '^infra/|node_modules/', pathNot: `node_modules/zod/|${port}`, reachable: true },
    },
    {
      name: 'small-read-models-are-pure',
      comment:
        'A small read model has its projection beside its queries: it is told what it needs, and imports no library, ' +
        'no module of Node, and of infra only endpoints, what a store throws, and types.',
      severity: 'error',
      from: { path: '^projections/src/([^/]+/read-model|deleted-people)\\.ts$' },
      to: {
        pathNot:
          '^(contracts|projections)/|^infra/src/(http/endpoint/endpoint|read-models/read-models)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-sibling-folders',
      comment:
        'A concept or view folder imports its own files, contracts and infra, never the folder next door. The folder ' +
        'shown-run is not a view: it joins the runner with the read models of runs.',
      severity: 'error',
      from: { path: '^(command-api|projections)/src/([^/]+)/', pathNot: '^projections/src/shown-run/' },
      to: { path: '^$1/src/[^/]+/', pathNot: '^$1/src/$2/|^command-api/src/images/' },
    },
    {
      name: 'no-sibling-features',
      comment: 'Screens in app/ put features side by side; a feature does not know its neighbours.',
      severity: 'error',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/[^/]+/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'features-know-no-app',
      comment: 'What starts the product and puts the screens into it is not for one of them.',
      severity: 'error',
      from: { path: '^frontend/src/features/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^frontend/src/app/' },
    },
    {
      name: 'shared-knows-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/shared/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'shared-foundations',
      comment:
        'Texts, addresses and what the browser stores know neither the server nor the user nor components.',
      severity: 'error',
      from: { path: `^frontend/src/shared/${foundations}/`, pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^frontend/src/shared/', pathNot: `^frontend/src/shared/${foundations}/` },
    },
    ...tools.map((tool, index) => ({
      name: `shared-${tool}-layer`,
      comment:
        'Requests, session, live data and components serve every subject, such as projects, people and charts. ' +
        'Requests know no session, the session no live data, and live data no components.',
      severity: /** @type {const} */ ('error'),
      from: { path: `^frontend/src/shared/${tool}/`, pathNot: '\\.spec\\.tsx?$' },
      to: {
        path: '^frontend/src/shared/',
        pathNot: `^frontend/src/shared/(${foundations}|${tools.slice(0, index + 1).join('|')})/`,
      },
    })),
    {
      name: 'router-from-one-place',
      comment:
        'The package of the router is imported by one module, so that moving to another one is one line.',
      severity: 'error',
      from: { pathNot: '^frontend/src/shared/navigation/router\\.ts$' },
      to: { path: 'react-router' },
    },
    {
      name: 'nobody-imports-main',
      comment: 'The entry is started, not imported.',
      severity: 'error',
      from: {},
      to: { path: '^main\\.ts$' },
    },
    {
      name: 'nobody-imports-processes',
      comment:
        'Where everything is put together: it may import everybody, and only the entry imports it. The check of the ' +
        'deployment files reads their settings as a process would.',
      severity: 'error',
      from: { pathNot: '^(processes|scripts/deploy)/|^main\\.ts$' },
      to: { path: '^processes/' },
    },
    {
      name: 'production-never-imports-testing',
      comment: 'Fakes, fixtures and example apps are for specs.',
      severity: 'error',
      from: {
        path: '^(contracts|infra|command-api|projections|frontend)/src/|^processes/|^main\\.ts$',
        pathNot: '\\.spec\\.tsx?$|/testing/',
      },
      to: { path: '^(contracts|infra|command-api|projections|frontend|processes)/testing/' },
    },
    {
      name: 'nobody-imports-specs',
      severity: 'error',
      from: { pathNot: '\\.spec\\.tsx?$' },
      to: { path: '\\.spec\\.tsx?$' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle of imports has no file to start reading from. That holds for cycles of types too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that cannot be found cannot be judged either.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Under TypeScript 7 the default parser sees nothing and still succeeds.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Not the `dist` of a package, whose imports the rules concern.
    exclude: { path: '^(frontend/dist|bench/results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.jsx', '.json', '.d.ts', '.css'],
    },
  },
}
