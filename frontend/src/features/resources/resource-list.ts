/** The categories (specification, section 9) in the order of the screen, without "all". */
export const resourceCategories = {
  'developer-tools': 'Developer tools',
  documentation: 'Documentation',
  learning: 'Learning',
  frameworks: 'Frameworks',
  apis: 'APIs',
  testing: 'Testing',
  design: 'Design',
  databases: 'Databases',
  devops: 'DevOps',
  security: 'Security',
  community: 'Community',
} as const
export type ResourceCategory = keyof typeof resourceCategories

/** Name, address and one sentence. */
type Entry = readonly [name: string, url: string, about: string]

/** Free, well-known resources by category. The product links them and requests nothing from them. */
export const resourceList: Record<ResourceCategory, readonly Entry[]> = {
  'developer-tools': [
    ['Visual Studio Code', 'https://code.visualstudio.com', 'An editor for every language.'],
    ['Git', 'https://git-scm.com', 'Version control, with a free book about it.'],
    ['Vite', 'https://vite.dev', 'A fast development server and build for the web.'],
    ['ESLint', 'https://eslint.org', 'Finds problems in JavaScript before you run it.'],
    ['Prettier', 'https://prettier.io', 'Formats your code the same way every time.'],
    ['regex101', 'https://regex101.com', 'Builds and explains regular expressions.'],
    ['Can I use', 'https://caniuse.com', 'Which browsers support which feature.'],
    ['Bundlephobia', 'https://bundlephobia.com', 'How much an npm package adds to a page.'],
    ['DevDocs', 'https://devdocs.io', 'Many references in one place, also offline.'],
  ],
  documentation: [
    ['MDN Web Docs', 'https://developer.mozilla.org', 'The reference for HTML, CSS and JavaScript.'],
    [
      'TypeScript Handbook',
      'https://www.typescriptlang.org/docs/handbook/',
      'The type system, from first steps to details.',
    ],
    ['Node.js', 'https://nodejs.org/docs/latest/api/', 'Every module of the runtime.'],
    ['Python', 'https://docs.python.org/3/', 'Tutorial and library reference.'],
    ['The Rust Book', 'https://doc.rust-lang.org/book/', 'The language, chapter by chapter.'],
    ['Go', 'https://go.dev/doc/', 'Guides and the specification of the language.'],
    ['WHATWG HTML Standard', 'https://html.spec.whatwg.org', 'What browsers have to do, exactly.'],
    ['web.dev', 'https://web.dev', 'Guides to fast, accessible pages.'],
  ],
  learning: [
    ['The Odin Project', 'https://www.theodinproject.com', 'A complete curriculum for web developers.'],
    ['freeCodeCamp', 'https://www.freecodecamp.org', 'Interactive courses with certificates.'],
    ['Full Stack open', 'https://fullstackopen.com', 'A university course on React, Node and TypeScript.'],
    ['javascript.info', 'https://javascript.info', 'The modern JavaScript tutorial.'],
    ['CS50', 'https://cs50.harvard.edu/x/', "Harvard's introduction to computer science."],
    ['Exercism', 'https://exercism.org', 'Exercises in many languages, with mentors.'],
    ['Learn Git Branching', 'https://learngitbranching.js.org', 'Git as a game, level by level.'],
  ],
  frameworks: [
    ['React', 'https://react.dev', 'Components, hooks and patterns.'],
    ['Vue', 'https://vuejs.org', 'A framework that grows with your page.'],
    ['Svelte', 'https://svelte.dev', 'Components that are compiled to small scripts.'],
    ['Angular', 'https://angular.dev', 'A framework for large applications.'],
    ['Astro', 'https://astro.build', 'Sites with much content and little script.'],
    ['Express', 'https://expressjs.com', 'A small web framework for Node.js.'],
    ['Django', 'https://www.djangoproject.com', 'A web framework for Python with an admin area built in.'],
  ],
  apis: [
    ['Public APIs', 'https://github.com/public-apis/public-apis', 'A list of free APIs by topic.'],
    ['Socket.IO', 'https://socket.io', 'Real-time messages between server and page.'],
    ['OpenAPI', 'https://www.openapis.org', 'Describes HTTP APIs so that tools understand them.'],
    ['GraphQL', 'https://graphql.org', 'A query language for APIs.'],
    ['JSONPlaceholder', 'https://jsonplaceholder.typicode.com', 'A fake API to try requests with.'],
    ['Open-Meteo', 'https://open-meteo.com', 'Weather data without a key.'],
  ],
  testing: [
    ['Playwright', 'https://playwright.dev', 'End-to-end tests in real browsers.'],
    ['Vitest', 'https://vitest.dev', 'Fast unit tests for projects with Vite.'],
    ['Testing Library', 'https://testing-library.com', 'Tests that use a page the way people do.'],
    ['fast-check', 'https://fast-check.dev', 'Property-based tests for JavaScript.'],
    ['axe-core', 'https://github.com/dequelabs/axe-core', 'Finds accessibility problems automatically.'],
  ],
  design: [
    ['Material Design', 'https://m3.material.io', 'A design system with guidelines for every component.'],
    ['Laws of UX', 'https://lawsofux.com', 'How people see and use interfaces.'],
    ['Lucide', 'https://lucide.dev', 'Open-source icons in one style.'],
    ['Google Fonts', 'https://fonts.google.com', 'Open-source fonts for every project.'],
    ['Inclusive Components', 'https://inclusive-components.design', 'Widgets that work for everybody.'],
    [
      'GOV.UK Design System',
      'https://design-system.service.gov.uk',
      'Patterns that were tested with many people.',
    ],
  ],
  databases: [
    ['PostgreSQL', 'https://www.postgresql.org/docs/', 'A relational database, well documented.'],
    ['SQLite', 'https://www.sqlite.org/docs.html', 'A database in one file.'],
    ['Use The Index, Luke', 'https://use-the-index-luke.com', 'How databases find your rows.'],
    ['SQLBolt', 'https://sqlbolt.com', 'Learn SQL with short exercises.'],
    ['Redis', 'https://redis.io/docs/latest/', 'Data structures in memory.'],
  ],
  devops: [
    ['Docker', 'https://docs.docker.com', 'Build, ship and run containers.'],
    ['Kubernetes', 'https://kubernetes.io/docs/', 'Runs containers on many machines.'],
    ['GitHub Actions', 'https://docs.github.com/actions', 'Tests and releases on every push.'],
    ['The Twelve-Factor App', 'https://12factor.net', 'Rules for services that are easy to run.'],
    ['Prometheus', 'https://prometheus.io/docs/', 'Metrics and alerts for your services.'],
  ],
  security: [
    ['OWASP Cheat Sheets', 'https://cheatsheetseries.owasp.org', 'Short guides to secure code.'],
    [
      'OWASP Top Ten',
      'https://owasp.org/www-project-top-ten/',
      'The most critical risks of web applications.',
    ],
    ['Web Security Academy', 'https://portswigger.net/web-security', 'Lessons and labs about attacks.'],
    ["Let's Encrypt", 'https://letsencrypt.org', 'Free certificates for every site.'],
    ['Have I Been Pwned', 'https://haveibeenpwned.com', 'Shows which accounts have leaked.'],
  ],
  community: [
    ['Stack Overflow', 'https://stackoverflow.com', 'Questions and answers about code.'],
    ['DEV Community', 'https://dev.to', 'Articles by developers for developers.'],
    ['Hacker News', 'https://news.ycombinator.com', 'News and debates about technology.'],
    ['First Timers Only', 'https://www.firsttimersonly.com', 'Your first open-source contribution.'],
    ['Lobsters', 'https://lobste.rs', 'Links and discussion about computing.'],
  ],
}
