export const exportMutations = [
  {
    row: 'T350',
    file: 'contracts/src/endpoints/exports.ts',
    find: "access: 'export-data'",
    replacement: "access: 'signed-in'",
    spec: 'processes/exports.int.spec.ts',
    testName: 'the audit says who exported what, and nothing of a request that got no data',
  },
  {
    row: 'T351',
    file: 'command-api/src/exports/endpoints.ts',
    find: "decide: () => [{ type: 'DataExported', data }]",
    replacement: 'decide: () => []',
    spec: 'processes/exports.int.spec.ts',
    testName: 'the audit says who exported what, and nothing of a request that got no data',
  },
  {
    row: 'T352',
    file: 'projections/src/export-file.ts',
    find: 'yield toCsv(rows.map((row) => keys.map((key) => toCell(row[key]))))',
    replacement:
      "for (const row of rows) yield `${keys.map((key) => JSON.stringify(toCell(row[key]))).join(',')}\\r\\n`",
    spec: 'processes/exports.int.spec.ts',
    testName: 'accounts as CSV: every account once, and no name becomes a formula',
  },
  {
    row: 'T353',
    file: 'projections/src/index-page.ts',
    find: 'const partSize = 500',
    replacement: 'const partSize = 5_000',
    spec: 'projections/src/export-file.int.spec.ts',
    testName: 'an export of more accounts than fit into one part has each account once',
  },
]
