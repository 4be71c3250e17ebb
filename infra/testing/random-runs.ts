/** Returns how often a property is tested: a few times with each commit, often in the long lane, if its file is one of both. */
export const randomRuns = (few: number, many: number): number => (process.env['LONG_LANE'] ? many : few)
