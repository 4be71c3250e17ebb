import { t } from './messages/t.ts'

/** The categories (specification, section 9) in the order of the screen, without "all". */
export const resourceCategories = {
  'developer-tools': t('developerTools'),
  documentation: t('documentation'),
  learning: t('learning'),
  frameworks: t('frameworks'),
  apis: t('apis'),
  testing: t('testing'),
  design: t('design'),
  databases: t('databases'),
  devops: t('devops'),
  security: t('security'),
  community: t('community'),
} as const
export type ResourceCategory = keyof typeof resourceCategories

/** Name, address and one sentence. */
type Entry = readonly [name: string, url: string, about: string]

/** Free, well-known resources by category. The product links them and requests nothing from them. */
export const resourceList: Record<ResourceCategory, readonly Entry[]> = {
  'developer-tools': [
    ['Visual Studio Code', 'https://code.visualstudio.com', t('visualStudioCode')],
    ['Git', 'https://git-scm.com', t('git')],
    ['Vite', 'https://vite.dev', t('vite')],
    ['ESLint', 'https://eslint.org', t('esLint')],
    ['Prettier', 'https://prettier.io', t('prettier')],
    ['regex101', 'https://regex101.com', t('regex101')],
    ['Can I use', 'https://caniuse.com', t('canIUse')],
    ['Bundlephobia', 'https://bundlephobia.com', t('bundlephobia')],
    ['DevDocs', 'https://devdocs.io', t('devDocs')],
  ],
  documentation: [
    ['MDN Web Docs', 'https://developer.mozilla.org', t('mdnWebDocs')],
    ['TypeScript Handbook', 'https://www.typescriptlang.org/docs/handbook/', t('typeScriptHandbook')],
    ['Node.js', 'https://nodejs.org/docs/latest/api/', t('nodeJs')],
    ['Python', 'https://docs.python.org/3/', t('python')],
    ['The Rust Book', 'https://doc.rust-lang.org/book/', t('theRustBook')],
    ['Go', 'https://go.dev/doc/', t('go')],
    ['WHATWG HTML Standard', 'https://html.spec.whatwg.org', t('whatwgHTMLStandard')],
    ['web.dev', 'https://web.dev', t('webDev')],
  ],
  learning: [
    ['The Odin Project', 'https://www.theodinproject.com', t('theOdinProject')],
    ['freeCodeCamp', 'https://www.freecodecamp.org', t('freeCodeCamp')],
    ['Full Stack open', 'https://fullstackopen.com', t('fullStackOpen')],
    ['javascript.info', 'https://javascript.info', t('javascriptInfo')],
    ['CS50', 'https://cs50.harvard.edu/x/', t('cs50')],
    ['Exercism', 'https://exercism.org', t('exercism')],
    ['Learn Git Branching', 'https://learngitbranching.js.org', t('learnGitBranching')],
  ],
  frameworks: [
    ['React', 'https://react.dev', t('react')],
    ['Vue', 'https://vuejs.org', t('vue')],
    ['Svelte', 'https://svelte.dev', t('svelte')],
    ['Angular', 'https://angular.dev', t('angular')],
    ['Astro', 'https://astro.build', t('astro')],
    ['Express', 'https://expressjs.com', t('express')],
    ['Django', 'https://www.djangoproject.com', t('django')],
  ],
  apis: [
    ['Public APIs', 'https://github.com/public-apis/public-apis', t('publicAPIs')],
    ['Socket.IO', 'https://socket.io', t('socketIO')],
    ['OpenAPI', 'https://www.openapis.org', t('openAPI')],
    ['GraphQL', 'https://graphql.org', t('graphQL')],
    ['JSONPlaceholder', 'https://jsonplaceholder.typicode.com', t('jsonPlaceholder')],
    ['Open-Meteo', 'https://open-meteo.com', t('openMeteo')],
  ],
  testing: [
    ['Playwright', 'https://playwright.dev', t('playwright')],
    ['Vitest', 'https://vitest.dev', t('vitest')],
    ['Testing Library', 'https://testing-library.com', t('testingLibrary')],
    ['fast-check', 'https://fast-check.dev', t('fastCheck')],
    ['axe-core', 'https://github.com/dequelabs/axe-core', t('axeCore')],
  ],
  design: [
    ['Material Design', 'https://m3.material.io', t('materialDesign')],
    ['Laws of UX', 'https://lawsofux.com', t('lawsOfUX')],
    ['Lucide', 'https://lucide.dev', t('lucide')],
    ['Google Fonts', 'https://fonts.google.com', t('googleFonts')],
    ['Inclusive Components', 'https://inclusive-components.design', t('inclusiveComponents')],
    ['GOV.UK Design System', 'https://design-system.service.gov.uk', t('govUKDesignSystem')],
  ],
  databases: [
    ['PostgreSQL', 'https://www.postgresql.org/docs/', t('postgreSQL')],
    ['SQLite', 'https://www.sqlite.org/docs.html', t('sqLite')],
    ['Use The Index, Luke', 'https://use-the-index-luke.com', t('useTheIndexLuke')],
    ['SQLBolt', 'https://sqlbolt.com', t('sqlBolt')],
    ['Redis', 'https://redis.io/docs/latest/', t('redis')],
  ],
  devops: [
    ['Docker', 'https://docs.docker.com', t('docker')],
    ['Kubernetes', 'https://kubernetes.io/docs/', t('kubernetes')],
    ['GitHub Actions', 'https://docs.github.com/actions', t('gitHubActions')],
    ['The Twelve-Factor App', 'https://12factor.net', t('theTwelveFactorApp')],
    ['Prometheus', 'https://prometheus.io/docs/', t('prometheus')],
  ],
  security: [
    ['OWASP Cheat Sheets', 'https://cheatsheetseries.owasp.org', t('owaspCheatSheets')],
    ['OWASP Top Ten', 'https://owasp.org/www-project-top-ten/', t('owaspTopTen')],
    ['Web Security Academy', 'https://portswigger.net/web-security', t('webSecurityAcademy')],
    ["Let's Encrypt", 'https://letsencrypt.org', t('letsEncrypt')],
    ['Have I Been Pwned', 'https://haveibeenpwned.com', t('haveIBeenPwned')],
  ],
  community: [
    ['Stack Overflow', 'https://stackoverflow.com', t('stackOverflow')],
    ['DEV Community', 'https://dev.to', t('devCommunity')],
    ['Hacker News', 'https://news.ycombinator.com', t('hackerNews')],
    ['First Timers Only', 'https://www.firsttimersonly.com', t('firstTimersOnly')],
    ['Lobsters', 'https://lobste.rs', t('lobsters')],
  ],
}
