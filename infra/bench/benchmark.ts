/**
 * A figure and the yardstick it is held against, measured in the same run on the same machine.
 * A file `infra/bench/<name>.bench.ts` exports one as `benchmark` and is found by itself.
 */
export type Benchmark = {
  name: string
  /** What figure divided by yardstick should reach (`higher`) or stay below (`lower`). */
  goal: { ratio: number; better: 'higher' | 'lower' }
  /** Unit of both figures, such as `events/s`. */
  unit: string
  /** Two sizes, ten times apart, so that growth shows. */
  sizes: readonly number[]
  /** Sets a size up, as a server with so much in it. */
  open(size: number): Promise<Stage>
}

/** One size, set up: figure and yardstick are taken several times, then everything is taken down. */
export type Stage = {
  measure(): Promise<number>
  yardstick(): Promise<number>
  close?(): Promise<void>
}

/** Medians of one size. */
export type Result = { size: number; figure: number; yardstick: number; ratio: number; reached: boolean }

export type Report = {
  name: string
  unit: string
  goal: Benchmark['goal']
  results: Result[]
  /** How the figure grows with the size: figure ~ size ^ exponent. Missing with one size. */
  exponent?: number
}

/** Measures figure and yardstick in turns, so that a slow minute of the machine hits both. */
export async function take(benchmark: Benchmark, rounds: number): Promise<Report> {
  const results: Result[] = []
  for (const size of benchmark.sizes) {
    const stage = await benchmark.open(size)
    try {
      results.push(await takeTurns(benchmark, { stage, size, rounds }))
    } finally {
      await stage.close?.()
    }
  }
  const exponent = growth(results)
  const { name, unit, goal } = benchmark
  return { name, unit, goal, results, ...(exponent === undefined ? {} : { exponent }) }
}

type Turns = { stage: Stage; size: number; rounds: number }

async function takeTurns({ goal }: Benchmark, { stage, size, rounds }: Turns): Promise<Result> {
  const figures: number[] = []
  const yardsticks: number[] = []
  for (let round = 0; round < rounds; round++) {
    yardsticks.push(await stage.yardstick())
    figures.push(await stage.measure())
  }
  return resultOf(goal, size, median(figures), median(yardsticks))
}

function resultOf(goal: Benchmark['goal'], size: number, figure: number, yardstick: number): Result {
  const ratio = figure / yardstick
  return {
    size,
    figure,
    yardstick,
    ratio,
    reached: goal.better === 'higher' ? ratio >= goal.ratio : ratio <= goal.ratio,
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2
}

function growth(results: readonly Result[]): number | undefined {
  const [first, last] = [results[0], results.at(-1)]
  if (first === undefined || last === undefined || first === last) return undefined
  return Math.log(last.figure / first.figure) / Math.log(last.size / first.size)
}
