// The links of the screen of resources by category, and their search. A new one is a line here and its sentence in both files of messages.

import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { t } from '../../shared/i18n/t.ts'
import { formatSite } from '../../shared/i18n/format-site.ts'

/** The categories in the order of the screen, without "all". */
export const resourceCategories = {
  'developer-tools': t('resources.developerTools'),
  documentation: t('common.documentation'),
  learning: t('resources.learning'),
  frameworks: t('common.frameworks'),
  apis: t('resources.apis'),
  testing: t('resources.testing'),
  design: t('common.design'),
  databases: t('resources.databases'),
  devops: t('resources.devops'),
  security: t('common.security'),
  community: t('common.community'),
} as const
type ResourceCategory = keyof typeof resourceCategories

/** Name, address and one sentence. */
type Entry = readonly [name: string, url: string, about: string]

/** Free, well-known resources by category. The product links them and requests nothing from them. */
const resourceList: Record<ResourceCategory, readonly Entry[]> = {
  'developer-tools': [
    ['Visual Studio Code', 'https://code.visualstudio.com', t('resources.visualStudioCode')],
    ['Git', 'https://git-scm.com', t('resources.git')],
    ['Vite', 'https://vite.dev', t('resources.vite')],
    ['ESLint', 'https://eslint.org', t('resources.esLint')],
    ['Prettier', 'https://prettier.io', t('resources.prettier')],
    ['regex101', 'https://regex101.com', t('resources.regex101')],
    ['Can I use', 'https://caniuse.com', t('resources.canIUse')],
    ['Bundlephobia', 'https://bundlephobia.com', t('resources.bundlephobia')],
    ['DevDocs', 'https://devdocs.io', t('resources.devDocs')],
  ],
  documentation: [
    ['MDN Web Docs', 'https://developer.mozilla.org', t('resources.mdnWebDocs')],
    [
      'TypeScript Handbook',
      'https://www.typescriptlang.org/docs/handbook/',
      t('resources.typeScriptHandbook'),
    ],
    ['Node.js', 'https://nodejs.org/docs/latest/api/', t('resources.nodeJs')],
    ['Python', 'https://docs.python.org/3/', t('resources.python')],
    ['The Rust Book', 'https://doc.rust-lang.org/book/', t('resources.theRustBook')],
    ['Go', 'https://go.dev/doc/', t('resources.go')],
    ['WHATWG HTML Standard', 'https://html.spec.whatwg.org', t('resources.whatwgHTMLStandard')],
    ['web.dev', 'https://web.dev', t('resources.webDev')],
  ],
  learning: [
    ['The Odin Project', 'https://www.theodinproject.com', t('resources.theOdinProject')],
    ['freeCodeCamp', 'https://www.freecodecamp.org', t('resources.freeCodeCamp')],
    ['Full Stack open', 'https://fullstackopen.com', t('resources.fullStackOpen')],
    ['javascript.info', 'https://javascript.info', t('resources.javascriptInfo')],
    ['CS50', 'https://cs50.harvard.edu/x/', t('resources.cs50')],
    ['Exercism', 'https://exercism.org', t('resources.exercism')],
    ['Learn Git Branching', 'https://learngitbranching.js.org', t('resources.learnGitBranching')],
  ],
  frameworks: [
    ['React', 'https://react.dev', t('resources.react')],
    ['Vue', 'https://vuejs.org', t('resources.vue')],
    ['Svelte', 'https://svelte.dev', t('resources.svelte')],
    ['Angular', 'https://angular.dev', t('resources.angular')],
    ['Astro', 'https://astro.build', t('resources.astro')],
    ['Express', 'https://expressjs.com', t('resources.express')],
    ['Django', 'https://www.djangoproject.com', t('resources.django')],
  ],
  apis: [
    ['Public APIs', 'https://github.com/public-apis/public-apis', t('resources.publicAPIs')],
    ['Socket.IO', 'https://socket.io', t('resources.socketIO')],
    ['OpenAPI', 'https://www.openapis.org', t('resources.openAPI')],
    ['GraphQL', 'https://graphql.org', t('resources.graphQL')],
    ['JSONPlaceholder', 'https://jsonplaceholder.typicode.com', t('resources.jsonPlaceholder')],
    ['Open-Meteo', 'https://open-meteo.com', t('resources.openMeteo')],
  ],
  testing: [
    ['Playwright', 'https://playwright.dev', t('resources.playwright')],
    ['Vitest', 'https://vitest.dev', t('resources.vitest')],
    ['Testing Library', 'https://testing-library.com', t('resources.testingLibrary')],
    ['fast-check', 'https://fast-check.dev', t('resources.fastCheck')],
    ['axe-core', 'https://github.com/dequelabs/axe-core', t('resources.axeCore')],
  ],
  design: [
    ['Material Design', 'https://m3.material.io', t('resources.materialDesign')],
    ['Laws of UX', 'https://lawsofux.com', t('resources.lawsOfUX')],
    ['Lucide', 'https://lucide.dev', t('resources.lucide')],
    ['Google Fonts', 'https://fonts.google.com', t('resources.googleFonts')],
    ['Inclusive Components', 'https://inclusive-components.design', t('resources.inclusiveComponents')],
    ['GOV.UK Design System', 'https://design-system.service.gov.uk', t('resources.govUKDesignSystem')],
  ],
  databases: [
    ['PostgreSQL', 'https://www.postgresql.org/docs/', t('resources.postgreSQL')],
    ['SQLite', 'https://www.sqlite.org/docs.html', t('resources.sqLite')],
    ['Use The Index, Luke', 'https://use-the-index-luke.com', t('resources.useTheIndexLuke')],
    ['SQLBolt', 'https://sqlbolt.com', t('resources.sqlBolt')],
    ['Redis', 'https://redis.io/docs/latest/', t('resources.redis')],
  ],
  devops: [
    ['Docker', 'https://docs.docker.com', t('resources.docker')],
    ['Kubernetes', 'https://kubernetes.io/docs/', t('resources.kubernetes')],
    ['GitHub Actions', 'https://docs.github.com/actions', t('resources.gitHubActions')],
    ['The Twelve-Factor App', 'https://12factor.net', t('resources.theTwelveFactorApp')],
    ['Prometheus', 'https://prometheus.io/docs/', t('resources.prometheus')],
  ],
  security: [
    ['OWASP Cheat Sheets', 'https://cheatsheetseries.owasp.org', t('resources.owaspCheatSheets')],
    ['OWASP Top Ten', 'https://owasp.org/www-project-top-ten/', t('resources.owaspTopTen')],
    ['Web Security Academy', 'https://portswigger.net/web-security', t('resources.webSecurityAcademy')],
    ["Let's Encrypt", 'https://letsencrypt.org', t('resources.letsEncrypt')],
    ['Have I Been Pwned', 'https://haveibeenpwned.com', t('resources.haveIBeenPwned')],
  ],
  community: [
    ['Stack Overflow', 'https://stackoverflow.com', t('resources.stackOverflow')],
    ['DEV Community', 'https://dev.to', t('resources.devCommunity')],
    ['Hacker News', 'https://news.ycombinator.com', t('resources.hackerNews')],
    ['First Timers Only', 'https://www.firsttimersonly.com', t('resources.firstTimersOnly')],
    ['Lobsters', 'https://lobste.rs', t('resources.lobsters')],
  ],
}

/** A free resource on another site. `url` identifies it, in the bookmarks as well. */
export type Resource = { name: string; about: string; url: string; category: ResourceCategory }

// Safe because `resourceList` has exactly these keys.
export const categoryIds = Object.keys(resourceCategories) as ResourceCategory[]

/** All resources, category by category. */
export const resources: readonly Resource[] = categoryIds.flatMap((category) =>
  resourceList[category].map(([name, url, about]) => ({ name, url, about, category })),
)

type ResourceFilter = {
  category: ResourceCategory | undefined
  /** Matches a part of the name, the description, the category or the address, in any case. */
  search: string
  /** Shows only these addresses. */
  urls?: ReadonlySet<string> | undefined
}

export const filterResources = ({ search, urls, ...filter }: ResourceFilter): readonly Resource[] =>
  resources
    .filter(({ category }) => filter.category === undefined || category === filter.category)
    .filter(({ url }) => urls === undefined || urls.has(url))
    .filter(({ name, about, category, url }) =>
      [name, about, resourceCategories[category], formatSite(url)].some((text) =>
        matchesSearch(text, search),
      ),
    )
