export const healthMutations = [
  {
    row: 'T360',
    file: 'contracts/src/endpoints/admin.ts',
    find: `    summary: 'The state of the read models, the log and every process',
    access: 'view-health',`,
    replacement: `    summary: 'The state of the read models, the log and every process',
    access: 'signed-in',`,
    spec: 'processes/health.int.spec.ts',
    testName: 'participants and visitors do not see the health',
  },
  {
    row: 'T361',
    file: 'processes/health/collect-health.ts',
    find: 'return parsed.success ? [{ ...parsed.data, ageSeconds: Math.round(ageSeconds) }] : []',
    replacement: 'return [{ ...(report as ProcessReport), ageSeconds: Math.round(ageSeconds) }]',
    spec: 'processes/health/collect-health.spec.ts',
    testName: 'has the reports of all processes, its own as it is now, and none of another form',
  },
  {
    row: 'T362',
    file: 'processes/health/collect-health.ts',
    find: 'if (shared === undefined || now - shared.at >= sharedMs || now < shared.at)',
    replacement: 'if (true)',
    spec: 'processes/health/collect-health.spec.ts',
    testName: 'has the reports of all processes, its own as it is now, and none of another form',
  },
  {
    row: 'T363',
    file: 'processes/health/collect-health.ts',
    find: `  } catch {
    return undefined
  } finally {`,
    replacement: '  } finally {',
    spec: 'processes/health/collect-health.spec.ts',
    testName: 'a part that fails is missing, and the rest is there',
  },
  {
    row: 'T364',
    file: 'frontend/src/features/admin-board/lazy-chart-card.tsx',
    find: "setLoaded({ state: 'failed' })",
    replacement: "setLoaded({ state: 'waiting' })",
    spec: 'frontend/src/features/admin-board/participation/participation-card.spec.tsx',
    testName: 'the rest of the screen stays when the script of the chart cannot be loaded',
  },
]
