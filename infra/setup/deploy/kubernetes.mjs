// The manifests: against the schemas of Kubernetes, and against what we ask of them.
import { z } from 'zod'
import { validationFaults, readDocuments, yamlFiles } from './yaml-files.mjs'
import { imageFaults } from './images.mjs'
import { validateStrictly } from './strict-validation.mjs'

export const manifestFolder = 'infra/deploy/kubernetes'
const plan = `${manifestFolder}/kustomization.yaml`

const probe = z.looseObject({ httpGet: z.looseObject({ port: z.literal('http') }) })
const container = z.looseObject({
  image: z.string(),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.looseObject({
    requests: z.looseObject({ cpu: z.string(), memory: z.string() }),
    limits: z.looseObject({ memory: z.string() }),
  }),
  securityContext: z.looseObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.looseObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})
const deployment = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        serviceAccountName: z.literal('thirty'),
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number().min(20),
        securityContext: z.looseObject({
          runAsNonRoot: z.literal(true),
          seccompProfile: z.looseObject({ type: z.literal('RuntimeDefault') }),
        }),
        topologySpreadConstraints: z.array(z.looseObject({})).min(1),
        containers: z.array(container).min(1),
      }),
    }),
  }),
})
const scaler = z.looseObject({
  spec: z.looseObject({
    metrics: z.array(
      z.looseObject({ pods: z.looseObject({ metric: z.looseObject({ name: z.string() }) }).optional() }),
    ),
  }),
})
const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})
const kustomization = z.looseObject({
  resources: z.array(z.string()),
  images: z.array(z.looseObject({ name: z.string(), newName: z.string(), newTag: z.string() })),
})

/**
 * @param {string} folder absolute path of a checkout
 * @param {ReadonlyMap<string, unknown>} metrics that the product exports, by name
 * @returns {Promise<string[]>} one line for each fault
 */
export async function kubernetesFaults(folder, metrics) {
  const files = yamlFiles(folder, manifestFolder).filter((file) => file !== plan)
  const documents = files.flatMap((file) => readDocuments(folder, file))
  const found = await Promise.all(documents.map((one) => manifestFaults(one, metrics)))
  return [
    ...found.flat(),
    ...planFaults(folder, files),
    ...(documents.some(({ document }) => isClosed(document))
      ? []
      : [`${manifestFolder}: no policy closes the network.`]),
  ]
}

/**
 * @param {import('./yaml-files.mjs').Document} one
 * @param {ReadonlyMap<string, unknown>} metrics
 */
async function manifestFaults({ file, document }, metrics) {
  const read = manifest.safeParse(document)
  if (!read.success) return validationFaults(file, read.error)
  const { kind, apiVersion, metadata } = read.data
  const where = `${file}: ${kind} ${metadata.name}`
  return [
    ...(await schemaFaults(where, apiVersion, kind, document)),
    ...(/alpha|beta/.test(apiVersion) ? [`${where}: ${apiVersion} may be gone tomorrow.`] : []),
    ...(kind === 'Secret' ? [`${where} must not be written down here.`] : []),
    ...(kind === 'Deployment' ? shapeFaults(where, deployment, document) : []),
    ...(kind === 'HorizontalPodAutoscaler' ? scalerFaults(where, document, metrics) : []),
  ]
}

/**
 * @param {string} where
 * @param {string} apiVersion as `apps/v1`
 * @param {string} kind
 * @param {unknown} document
 */
async function schemaFaults(where, apiVersion, kind, document) {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  const name = [group.split('.')[0] ?? '', version]
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('')
  /** @type {{ validate: ((data: unknown) => boolean) & { errors?: import('ajv').ErrorObject[] | null } } | undefined} */
  const schema = await import(`kubernetes-models/_schemas/IoK8sApi${name}${kind}`).catch(() => undefined)
  if (!schema) return [`${where}: Kubernetes knows no ${kind} of ${apiVersion}.`]
  const { isValid, unread } = validateStrictly(document, schema.validate)
  const errors = isValid ? [] : (schema.validate.errors ?? [])
  return [
    ...errors.map(
      ({ instancePath, message, params }) => `${where}: ${instancePath} ${message ?? JSON.stringify(params)}`,
    ),
    ...unread.map((path) => `${where}: ${path} is unknown.`),
  ]
}

/**
 * @param {string} where
 * @param {z.ZodType} shape
 * @param {unknown} document
 */
function shapeFaults(where, shape, document) {
  const read = shape.safeParse(document)
  return read.success ? [] : validationFaults(where, read.error)
}

/**
 * @param {string} where
 * @param {unknown} document
 * @param {ReadonlyMap<string, unknown>} metrics
 */
function scalerFaults(where, document, metrics) {
  const names = scaler.parse(document).spec.metrics.flatMap(({ pods }) => pods?.metric.name ?? [])
  return names.filter((name) => !metrics.has(name)).map((name) => `${where}: nobody exports ${name}.`)
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
function planFaults(folder, files) {
  return readDocuments(folder, plan).flatMap(({ document }) => {
    const read = kustomization.safeParse(document)
    if (!read.success) return validationFaults(plan, read.error)
    const listed = read.data.resources.map((name) => `${manifestFolder}/${name}`)
    return [
      ...files.filter((file) => !listed.includes(file)).map((file) => `${plan}: ${file} is not listed.`),
      ...read.data.images.flatMap(({ newName, newTag }) => imageFaults(plan, `${newName}:${newTag}`)),
    ]
  })
}

/** @param {unknown} document */
const isClosed = (document) =>
  z
    .looseObject({
      kind: z.literal('NetworkPolicy'),
      spec: z.strictObject({
        podSelector: z.strictObject({}),
        policyTypes: z.tuple([z.literal('Ingress'), z.literal('Egress')]),
      }),
    })
    .safeParse(document).success
