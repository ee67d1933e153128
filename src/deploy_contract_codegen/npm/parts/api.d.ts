
/** A JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [name: string]: JsonValue };

/** Options of a contract. The names are those of the Python library. */
export interface ContractOptions {
  /** Where deployments run, if all of them run in one place. */
  hosting?: HostingName | null;
  /** What to do with fields that the contract does not declare. Default: "allow". */
  unknown_fields?: UnknownChoice;
  /** Other modes of rules, by id. Rules of the wire cannot be relaxed. */
  modes?: { readonly [Rule in RuleId]?: RuleMode };
  limits?: Limits;
}

/** Bounds on documents and reports. */
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
}

/** What is known of the deployment that a document is about. */
export interface Context {
  /** The source of the deployment, if the document does not hold it. */
  source?: SourceName | null;
  /** The stored deployment, as far as it is known. Fields that it does not hold are unknown. */
  deployment?: object | null;
}

/** One rule that is broken at one place. Its texts hold no value of the document. */
export interface Violation {
  readonly rule: RuleId;
  readonly mode: ViolationMode;
  /** "wire" for a document that cannot be read. */
  readonly location: "body" | "wire";
  /** The JSON Pointer of the value (RFC 6901); empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
}

interface Findings<Kind extends DocumentKind> {
  readonly document: Kind;
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
}

/**
 * The report on a document. Its JSON holds no value of the document: `value` is not enumerable.
 *
 * `value` has the type of the kind unless `modes` only report faults of the structure.
 */
export type Report<Kind extends DocumentKind = DocumentKind> =
  | (Findings<Kind> & { readonly verdict: "deny"; readonly ok: false; readonly value: unknown })
  | (Findings<Kind> & {
      readonly verdict: "allow" | "indeterminate";
      readonly ok: true;
      readonly value: Documents[Kind];
    });

/** The contract's judgement under options. */
export declare class Contract {
  /** @throws {ContractError} if an option is wrong. */
  constructor(options?: ContractOptions);
  readonly hosting: HostingName | undefined;
  /**
   * Return the report on JSON as text or bytes. A bad document never throws.
   *
   * @throws {ContractError} if `kind` or `context` is wrong.
   */
  check<Kind extends DocumentKind>(
    document: string | Uint8Array,
    kind: Kind,
    context?: Context,
  ): Report<Kind>;
  /**
   * Return the report on JSON that is parsed already. JSON.parse hides keys that come twice.
   *
   * A value that JSON lacks is refused, also undefined. To judge what JSON.stringify makes of a
   * value, give its text to `check`.
   */
  checkValue<Kind extends DocumentKind>(value: unknown, kind: Kind, context?: Context): Report<Kind>;
}

/** A mistake of the caller. */
export declare class ContractError extends Error {
  readonly name: "ContractError";
}

/** The version of the contract. */
export declare const version: string;
