import { statusByCode } from '@thirty/contracts/endpoints/refusals.ts'
import { expect, test, vi } from 'vitest'
import { endpointUses, pathOf } from './testing/endpoint-uses.ts'
import { productForFile } from './testing/product.ts'

const product = productForFile()

/** Labels as in an exposition: `outcome="lost"`; empty for a counter without any. */
type Series = { name: string; labels: string; value: number }

async function readMetrics(): Promise<{ counters: string[]; series: Series[] }> {
  const { text } = await product.ask({ method: 'GET', path: '/metrics', headers: { host: 'localhost' } })
  const counters = [...text.matchAll(/^# TYPE (\S+) counter$/gm)].map(([, name = '']) => name)
  const series = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value = '']) => ({ name, labels, value: Number(value) }),
  )
  return { counters, series }
}

const labelsOf = (series: readonly Series[], of: string) =>
  series.flatMap(({ name, labels }) => (name === of ? [labels] : [])).sort()
const each = (label: string, values: readonly string[]) => values.map((value) => `${label}="${value}"`)
/** All combinations, in the order of the labels. */
const combined = (labels: readonly string[], more: readonly string[]) =>
  labels.flatMap((label) => more.map((other) => `${label},${other}`))

/** The values of all labels of each counter that has some. They are finite, so each begins at 0. */
function expectedLabels(views: readonly string[]): Record<string, readonly string[]> {
  const commands = endpointUses
    .filter(({ definition: { method } }) => method !== 'GET')
    .map((use) => `${use.definition.method} ${pathOf(use)}`)
  const outcomes = each('outcome', ['accepted', 'refused', 'failed'])
  return {
    thirty_commands_total: combined(each('command', [...new Set(commands)]), outcomes),
    thirty_refusals_total: each('code', Object.keys(statusByCode)),
    thirty_mails_total: each('outcome', ['delivered', 'later', 'lost']),
    thirty_webhook_tries_total: each('outcome', ['delivered', 'retried', 'failed', 'gone']),
    thirty_log_put_back_total: each('view', ['all', ...views]),
    thirty_read_model_drift_total: each('view', views),
    thirty_read_model_healed_total: combined(each('view', views), each('healed', ['yes', 'no'])),
    // The appends of a histogram are counted, too.
    thirty_append_seconds_count: each('outcome', ['stored', 'refused']),
  }
}

test('every counter has all its series before the first event, so that rates and alerts know the first', async () => {
  const expectSeries = async () => {
    const { counters, series } = await readMetrics()
    const views = labelsOf(series, 'thirty_views_led').map((label) => label.slice('view="'.length, -1))
    expect(Math.min(views.length, counters.length)).toBeGreaterThan(10)
    const expected = expectedLabels(views)
    for (const name of new Set([...counters, ...Object.keys(expected)]))
      expect([name, labelsOf(series, name)]).toEqual([name, [...(expected[name] ?? [''])].sort()])
  }
  await vi.waitFor(expectSeries, { timeout: 10_000, interval: 200 })
})
