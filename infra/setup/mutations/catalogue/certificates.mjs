const query = 'projections/src/certificates/query.int.spec.ts'
const rule = 'contracts/src/rules/certificate.spec.ts'

export const certificateMutations = [
  {
    row: 'T290',
    file: 'projections/src/certificates/query.ts',
    find: 'certificateCode(user, each) === code)',
    replacement: 'certificateCode(user, each).slice(0, 22) === code.slice(0, 22))',
    spec: query,
    testName: 'unknown, forged and malformed codes have no certificate',
  },
  {
    row: 'T291',
    file: 'contracts/src/rules/certificate.ts',
    find: '  ProjectRejected: false,',
    replacement: '  ProjectRejected: true,',
    spec: rule,
    testName: 'a rejected project ends it',
  },
  {
    row: 'T291',
    file: 'projections/src/certificates/query.ts',
    find: '      ended: completion.ended,',
    replacement: '      ended: null,',
    spec: query,
    testName: 'a project that is rejected or withdrawn later ends it',
  },
  {
    row: 'T292',
    file: 'contracts/src/rules/certificate.ts',
    find: 'if (left.at !== right.at) return left.at < right.at ? -1 : 1',
    replacement: '',
    spec: query,
    testName: 'an import into another installation has the same certificate',
  },
  {
    row: 'T292',
    file: 'projections/src/certificates/completions.ts',
    find: '[runs.current, ...newestFirst(others), ...newestFirst(imported)]',
    replacement: '[runs.current]',
    spec: query,
    testName: 'the certificate of a run that was reset stays valid',
  },
]

const cards = 'projections/src/cards/cards.int.spec.ts'

export const cardMutations = [
  {
    row: 'T293',
    file: 'infra/src/http/page-head.ts',
    find: '<meta ${kind}="${name}" content="${escapeHtml(content)}" />',
    replacement: '<meta ${kind}="${name}" content="${content}" />',
    spec: 'infra/src/http/page-head.spec.ts',
    testName: 'stays a text of the head',
  },
  {
    row: 'T293',
    file: 'infra/src/http/page-head.ts',
    find: '() => `<title>${escapeHtml(head.title)}</title>`',
    replacement: '() => `<title>${head.title}</title>`',
    spec: 'infra/src/http/page-head.spec.ts',
    testName: 'stays a text of the head',
  },
  {
    row: 'T294',
    file: 'infra/src/images/svg-renderer.ts',
    find: 'text.replaceAll(/[&<>"\']/g, (character) => `&#${character.charCodeAt(0)};`)',
    replacement: 'text',
    spec: cards,
    testName: 'as text of a card that is well-formed and loads nothing',
  },
  {
    row: 'T294',
    file: 'projections/src/cards/card-text.ts',
    find: ".replaceAll(invisible, '')",
    replacement: '',
    spec: cards,
    testName: 'leaves out emoji, control characters and piles of accents',
  },
  {
    row: 'T295',
    file: 'projections/src/card-facts.ts',
    find: 'if (found?.project == null) return undefined',
    replacement: 'if (found === undefined) return undefined',
    spec: 'processes/share-cards.int.spec.ts',
    testName: 'nobody sees the card of a rejected project',
  },
  {
    row: 'T296',
    file: 'projections/src/cards/card-images.ts',
    find: 'drawn.get(version) ?? running.get(version)',
    replacement: 'drawn.get(version)',
    spec: cards,
    testName: 'a card is drawn once for all who request it',
  },
  {
    row: 'T296',
    file: 'projections/src/cards/page-head.ts',
    find: '      await beforeLookup()\n',
    replacement: '',
    spec: 'projections/src/cards/page-head.spec.ts',
    testName: 'a page is looked up only within the limit',
  },
]
