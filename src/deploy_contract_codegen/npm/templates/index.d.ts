// {{ note }}
{% macro comment(text, indent="") %}
{% if text %}
{# no text can end it early #}
{{ indent }}/** {{ text.split() | join(" ") | replace("*/", "*\\/") }} */
{% endif %}
{% endmacro %}
{% for name, schema in schemas.items() %}

{{ comment(schema.get("description")) -}}
{% if "properties" in schema %}
export interface {{ name }} {
{% for field, member in schema["properties"].items() %}
{{ comment(member.get("description"), "  ") -}}
{{ "  " ~ field }}{{ "" if field in schema.get("required", ()) else "?" }}: {{ member | type }};
{% endfor %}
}
{% else %}
export type {{ name }} = {{ schema | type }};
{% endif %}
{% endfor %}
{% for name, (description, values) in names.items() %}

{{ comment(description) -}}
export type {{ name }} =
{%- if values | length > 3 %}

{% for value in values %}
  | "{{ value }}"
{%- if not loop.last %}

{% endif %}
{% endfor %}
{%- else %} "{{ values | join('" | "') }}"
{%- endif %};
{% endfor %}

/** The type of each kind of document. */
export interface Documents {
{% for kind in names["DocumentKind"][1] %}
  {{ kind }}: {{ kind }};
{% endfor %}
}

/** The types of patches of each source. A patch may name another source for its revision. */
export interface Patches {
{% for source, types in patches.items() %}
  {{ source }}: {{ types | join(" | ") }};
{% endfor %}
}

/**
 * A patch of a deployment of a source. It has the fields that the source may set; the others may
 * only be null, which changes nothing.
 */
export type PatchOf<Source extends SourceName> = Patches[Source];

/** A JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** Options of a contract. The names are those of the Python library. */
export interface ContractOptions {
  /**
   * The file that `deploy-contract compile` wrote: its text, its bytes or its JSON value. The file has
   * policies and options. The other options here replace those of the file. Default: the contract of
   * this package.
   */
  contract?: string | Uint8Array | object | null;
  /** Where deployments run, if all of them run in one place. */
  hosting?: HostingName | null;
  /** What to do with fields and query parameters that the contract does not declare. Default: "allow". */
  unknown_fields?: UnknownFields | null;
  /** What to do with requests that lead to no operation of the contract. Default: "allow". */
  unknown_operations?: UnknownChoice | null;
  /** The prefix of all paths, such as "/api-host". Default: "". */
  base_path?: string | null;
  /**
   * Other modes of rules, by id; `OPERATION:RULE` is for the messages of one operation. Rules of
   * the wire cannot be relaxed.
   */
  modes?: { readonly [Rule in RuleId | `${OperationName}:${RuleId}`]?: RuleMode } | undefined;
  limits?: Limits | undefined;
}

/** Bounds on messages and reports. */
export interface Limits {
  /** Bytes of a request body. Default: 1 MiB. */
  request_body?: number;
  /** Bytes of a response body. Default: 16 MiB. */
  response_body?: number;
  /** Arrays and objects of a request body. Default: 50,000. */
  request_objects?: number;
  /** Arrays and objects of a response body. Default: 150,000. */
  response_objects?: number;
  /** Items of one array, or members of one object. Default: 10,000. */
  items?: number;
  /** Characters of one string. Default: 2^20. */
  string?: number;
  /** Violations of one report. Default: 20. */
  violations?: number;
  /** Characters of a query. Default: 65,536. */
  query?: number;
}

/** The known facts about the deployment of a document or request. */
export interface Context {
  /** The source of the deployment, if the document does not hold it. */
  source?: SourceName | null;
  /** The stored deployment, as far as it is known. Fields that it does not hold are unknown. */
  deployment?: object | null;
}

/** The headers of a message: pairs, or an object such as those of fetch and of Node.js. */
export type MessageHeaders =
  | Iterable<readonly [string, string]>
  | { forEach(callback: (value: string, name: string) => void): void } // `Headers` of fetch
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The body of a message, still with its content coding. */
export type MessageBody = string | ArrayBuffer | ArrayBufferView | null;

interface MessageParts {
  readonly method: string;
  readonly headers?: MessageHeaders;
  readonly body?: MessageBody;
}

/**
 * A request. `url` is the target as it came, or a whole address: `url` of Node.js and of fetch. With
 * `path` and `query` in its place, both are percent-encoded, and the query has no "?".
 */
export type RequestMessage =
  | (MessageParts & { readonly url: string })
  | (MessageParts & { readonly path: string; readonly query?: string });

/** A response. */
export interface ResponseMessage {
  readonly status: number;
  readonly headers?: MessageHeaders;
  readonly body?: MessageBody;
}

/** The known facts about a response, beside its message. */
export interface ResponseContext {
  /** The request of this response, or the report on that request. For HEAD, give the request. */
  request?: RequestMessage | MessageReport;
  /** The operation of the response, if there is no request. */
  operation?: OperationName | null;
  /** The stored deployment that the request addresses, as it was before. */
  deployment?: object | null;
  /** Returns the deployment with an id as it was before, for responses that hold several. */
  known?: ((id: string) => object | null | undefined) | null;
}

/** One rule that is broken at one place. Its texts hold no value of the message. */
export interface Violation {
  readonly rule: RuleId;
  readonly mode: ViolationMode;
  /** "wire" for a body that cannot be read. */
  readonly location: Location;
  /** The JSON Pointer of the value (RFC 6901), empty for the whole document; or the name of a
   * parameter or header. */
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
  /** How to mend the document: a JSON Patch (RFC 6902) without values of the document. It is left out
   * if the rule knows no repair that is sure. */
  readonly fix?: readonly [FixOperation];
}

/** Remove a field, set it to null, or move it to its right name. */
export type FixOperation =
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "replace"; readonly path: string; readonly value: null }
  | { readonly op: "move"; readonly from: string; readonly path: string };

interface Findings {
  readonly sources: readonly SourceName[];
  /** The facts that would settle an indeterminate verdict. */
  readonly needs: readonly Need[];
  readonly creates_revision: RevisionAnswer;
  readonly revision_rules: readonly RuleId[];
  /** Enforced violations first. */
  readonly violations: readonly Violation[];
  /** The enforced violations on which an indeterminate verdict depends. */
  readonly undecided: readonly Violation[];
  /** True if there are more violations than the limit lets through. */
  readonly truncated: boolean;
  /** The HTTP status to answer with; 200 if the verdict is "allow". */
  readonly status: number;
  /** Return the report without values of the message. */
  toJSON(): object;
}

/**
 * The report on a document. Its JSON holds no value of the document.
 *
 * `value` has the type of the kind unless `modes` only report faults of the structure.
 */
export type Report<Kind extends DocumentKind = DocumentKind> = Findings & {
  readonly kind: Kind;
  readonly operation: null;
} & (
    | { readonly verdict: "deny"; readonly ok: false; readonly value: unknown }
    | { readonly verdict: "allow" | "indeterminate"; readonly ok: true; readonly value: Documents[Kind] }
  );

/** The report on a request or a response. Its JSON holds no value of the message. */
export interface MessageReport extends Findings {
  readonly verdict: Verdict;
  /** False if the verdict is "deny". */
  readonly ok: boolean;
  /** The kind of the body; null if it has none. */
  readonly kind: DocumentKind | null;
  /** Null if the request leads to no operation of the contract. */
  readonly operation: OperationName | null;
  /** The parameters of the request by name, with defaults. Those that are wrong are null. */
  readonly parameters: { readonly [name: string]: JsonValue } | undefined;
  /** The parsed body; undefined if there is none, or if it cannot be read. */
  readonly value: unknown;
}

/** The contract's judgement under options. */
export declare class Contract {
  /**
   * @throws {ContractError} if an option is wrong, or if the policy of a page forbids WebAssembly.
   */
  constructor(options?: ContractOptions);
  readonly hosting: HostingName | undefined;
  /**
   * Return the report on JSON as text or bytes. A bad document never throws.
   *
   * @throws {ContractError} if `kind` or `context` is wrong.
   */
  check<Kind extends DocumentKind>(
    document: string | ArrayBuffer | ArrayBufferView,
    kind: Kind,
    context?: Context,
  ): Report<Kind>;
  /**
   * Return the report on JSON that is parsed already. JSON.parse hides keys that come twice.
   *
   * A value that JSON lacks is refused, also undefined. To judge what JSON.stringify makes of a
   * value, give its text to `check`.
   *
   * @throws {ContractError} as for `check`.
   */
  checkValue<Kind extends DocumentKind>(value: unknown, kind: Kind, context?: Context): Report<Kind>;
  /**
   * Return the report on a request. A bad request never throws.
   *
   * @throws {ContractError} if an argument has a wrong type, or `context` is wrong.
   */
  checkRequest(request: RequestMessage, context?: Context): MessageReport;
  /**
   * Return the report on a response. A bad response never throws.
   *
   * @throws {ContractError} if an argument has a wrong type, or `context` is wrong.
   */
  checkResponse(response: ResponseMessage, context?: ResponseContext): MessageReport;
}

/** A mistake of the caller. */
export declare class ContractError extends Error {
  readonly name: "ContractError";
}

/** The version of the contract of this package. */
export declare const version: string;
