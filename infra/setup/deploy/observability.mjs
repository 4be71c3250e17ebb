// Alerts and the dashboard: well-formed, and asking for nothing that the product does not export.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { z } from 'zod'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { validationFaults, readDocuments } from './yaml-files.mjs'

const under = 'infra/deploy/observability'
const runbook = 'docs/operations.md'

const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z
        .array(
          z.strictObject({
            alert: z.string().regex(/^Thirty[A-Z]\w+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+[smh]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
            annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
          }),
        )
        .min(1),
    }),
  ),
})
const dashboard = z.looseObject({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string(), query: z.string() })) }),
  panels: z.array(
    z.looseObject({
      id: z.number(),
      title: z.string().min(1),
      type: z.enum(['row', 'stat', 'timeseries']),
      gridPos: z.strictObject({ h: z.number(), w: z.number().max(24), x: z.number().max(23), y: z.number() }),
      targets: z.array(z.looseObject({ expr: z.string() })).default([]),
    }),
  ),
})

/** Labels that Prometheus adds to whatever it collects. */
const added = ['job', 'instance', 'role', 'namespace', 'pod']

/**
 * Every metric that the product exports, with its labels. A histogram is three.
 * @returns {Map<string, string[]>}
 */
export function exportedMetrics() {
  const { registry } = createMetrics()
  /** @type {Map<string, string[]>} */
  const metrics = new Map([['up', added]])
  for (const metric of registry.getMetricsAsArray()) {
    // The types of prom-client leave out what every metric has.
    const { name, labelNames } = /** @type {{ name: string, labelNames: string[] }} */ (
      /** @type {unknown} */ (metric)
    )
    const labels = [...labelNames, ...added]
    metrics.set(name, labels)
    for (const part of ['bucket', 'sum', 'count']) metrics.set(`${name}_${part}`, [...labels, 'le'])
  }
  return metrics
}

/**
 * @param {string} folder absolute path of a checkout
 * @param {ReadonlyMap<string, string[]>} metrics
 * @returns {string[]} one line for each fault
 */
export function observabilityFaults(folder, metrics) {
  return [...alertFaults(folder, metrics), ...dashboardFaults(folder, metrics)]
}

/**
 * @param {string} folder
 * @param {ReadonlyMap<string, string[]>} metrics
 */
function alertFaults(folder, metrics) {
  const file = `${under}/alerts.yml`
  const sections = sectionsOf(folder)
  return readDocuments(folder, file).flatMap(({ document }) => {
    const read = rules.safeParse(document)
    if (!read.success) return validationFaults(file, read.error)
    return read.data.groups.flatMap((group) =>
      group.rules.flatMap(({ alert, expr, annotations }) => [
        ...queryFaults(`${file}: ${alert}`, expr, metrics),
        ...(sections.has(annotations.runbook)
          ? []
          : [`${file}: ${alert}: there is no ${annotations.runbook}.`]),
      ]),
    )
  })
}

/**
 * The sections of the runbook, as they are linked to.
 * @param {string} folder
 */
function sectionsOf(folder) {
  const titles = [...readFileSync(join(folder, runbook), 'utf8').matchAll(/^#+ +(.+)$/gm)]
  return new Set(
    titles.map(([, title = '']) => {
      const anchor = title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-')
      return `${runbook}#${anchor}`
    }),
  )
}

/**
 * @param {string} folder
 * @param {ReadonlyMap<string, string[]>} metrics
 */
function dashboardFaults(folder, metrics) {
  const file = `${under}/dashboard.json`
  const read = dashboard.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  if (!read.success) return validationFaults(file, read.error)
  const { panels } = read.data
  const ids = panels.map(({ id }) => id)
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${file}: two panels have the id ${id}.`),
    ...panels
      .filter(({ type, targets }) => type !== 'row' && targets.length === 0)
      .map(({ title }) => `${file}: ${title} asks for nothing.`),
    ...panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) => queryFaults(`${file}: ${title}`, expr, metrics)),
    ),
  ]
}

/**
 * @param {string} where
 * @param {string} query in PromQL; Grafana's own variables may stand in it
 * @param {ReadonlyMap<string, string[]>} metrics
 */
function queryFaults(where, query, metrics) {
  const text = query.replaceAll('$__rate_interval', '5m')
  /** @type {Set<string>} */
  const faults = new Set()
  parser.parse(text).iterate({
    enter: ({ type, node, from }) => {
      if (type.isError) faults.add(`${where}: cannot be read at character ${from}: ${text}`)
      if (type.name !== 'VectorSelector') return
      for (const fault of selectorFaults(text, node, metrics)) faults.add(`${where}: ${fault}`)
    },
  })
  return [...faults]
}

/**
 * @param {string} text
 * @param {import('@lezer/common').SyntaxNode} selector
 * @param {ReadonlyMap<string, string[]>} metrics
 * @returns {string[]}
 */
function selectorFaults(text, selector, metrics) {
  /** @param {import('@lezer/common').SyntaxNode | null} node */
  const said = (node) => (node ? text.slice(node.from, node.to) : '')
  const name = said(selector.getChild('Identifier'))
  const labels = metrics.get(name)
  if (!labels) return [`nobody exports ${name}.`]
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  return matchers
    .map((matcher) => said(matcher.getChild('LabelName')))
    .filter((label) => !labels.includes(label))
    .map((label) => `${name} has no label ${label}.`)
}
