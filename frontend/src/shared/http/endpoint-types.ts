// What each endpoint takes and answers, by method and path, as types that follow from its definition in the contracts. Types only: the
// definitions contain zod schemas, which must not be loaded in the browser.

import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'

type EndpointGroups = typeof endpoints
type AnyEndpoint = {
  [Group in keyof EndpointGroups]: EndpointGroups[Group][keyof EndpointGroups[Group]]
}[keyof EndpointGroups]

/** Endpoints with a JSON response; the others are redirects and documentation pages. */
type JsonEndpoint = Extract<AnyEndpoint, { response: unknown }>
type UploadEndpoint = Extract<JsonEndpoint, { file: string }>
/** Endpoints whose body is the content of a file. */
type RawBodyEndpoint = Extract<JsonEndpoint, { rawBody: object }>
type RequestEndpoint = Exclude<JsonEndpoint, UploadEndpoint | RawBodyEndpoint>
/** Endpoints whose response is a file. */
type DownloadEndpoint = Extract<AnyEndpoint, { download: readonly string[] }>

export type Method = RequestEndpoint['method']

type EndpointsByPath = {
  [M in Method]: { [Each in Extract<RequestEndpoint, { method: M }> as Each['path']]: Each }
}

/** The paths of all endpoints with a method. */
export type PathFor<M extends Method> = keyof EndpointsByPath[M] & string
export type UploadPath = UploadEndpoint['path']
export type RawBodyPath = RawBodyEndpoint['path']
export type DownloadPath = DownloadEndpoint['path']

export type Endpoint<M extends Method, Path extends PathFor<M>> = EndpointsByPath[M][Path]
export type Upload<Path extends UploadPath> = Extract<UploadEndpoint, { path: Path }>
export type RawBody<Path extends RawBodyPath> = Extract<RawBodyEndpoint, { path: Path }>

/** The value of an endpoint's JSON response. */
export type ResponseOf<Definition> = Definition extends { response: infer Schema } ? Output<Schema> : never

/** What the server reports while it works on a request; `never` if the endpoint reports nothing. */
export type ProgressOf<Definition> = Definition extends { progress: infer Schema } ? Output<Schema> : never

/** Params, query and body of a request, from the schemas of its definition. A part without required fields is optional. */
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

/** The input type of a coerced field is `unknown`; callers pass its output type instead. */
type Coerced<Value, Parsed> = Value extends unknown
  ? { [Key in keyof Value]: unknown extends Value[Key] ? Parsed[Key & keyof Parsed] : Value[Key] }
  : never
