import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'

// Types only: the definitions hold zod schemas, which must not reach the browser.

type EndpointGroups = typeof endpoints
type AnyEndpoint = {
  [Group in keyof EndpointGroups]: EndpointGroups[Group][keyof EndpointGroups[Group]]
}[keyof EndpointGroups]

/** Endpoints that answer JSON; the others are redirects and documentation pages. */
type JsonEndpoint = Extract<AnyEndpoint, { response: unknown }>
type UploadEndpoint = Extract<JsonEndpoint, { file: string }>
type RequestEndpoint = Exclude<JsonEndpoint, UploadEndpoint>

export type Method = RequestEndpoint['method']

type EndpointsByPath = {
  [M in Method]: { [One in Extract<RequestEndpoint, { method: M }> as One['path']]: One }
}
type UploadsByPath = { [One in UploadEndpoint as One['path']]: One }

/** The paths of the endpoint definitions for a method. */
export type PathFor<M extends Method> = keyof EndpointsByPath[M] & string
export type UploadPath = keyof UploadsByPath

export type Endpoint<M extends Method, Path extends PathFor<M>> = EndpointsByPath[M][Path]
export type Upload<Path extends UploadPath> = UploadsByPath[Path]

/** The value of an endpoint's JSON response. */
export type ResponseOf<Definition> = Definition extends { response: infer Schema } ? Output<Schema> : never

/** What a request must carry, from the schemas of its definition. A part without required fields may be left out. */
export type PayloadOf<Definition> = Part<Definition, 'params'> &
  Part<Definition, 'query'> &
  Part<Definition, 'body'>

type Part<Definition, Name extends string> = Definition extends { [Key in Name]: infer Schema }
  ? Partial<Input<Schema>> extends Input<Schema>
    ? { [Key in Name]?: Input<Schema> }
    : { [Key in Name]: Input<Schema> }
  : { [Key in Name]?: never }

type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : never

type Input<Schema> = Schema extends { _zod: { input: infer Value } } ? Coerced<Value, Output<Schema>> : never

/** A coerced field accepts `unknown`; callers pass the type that it becomes. */
type Coerced<Value, Parsed> = Value extends unknown
  ? { [Key in keyof Value]: unknown extends Value[Key] ? Parsed[Key & keyof Parsed] : Value[Key] }
  : never
