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
