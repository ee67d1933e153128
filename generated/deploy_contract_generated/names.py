"""Literal types of names and options. Generated: edit spec/ and run `make generate`."""

# ruff: noqa

from typing import Literal, TypeAlias

DocumentKind: TypeAlias = Literal[
    'RepositoryList',
    'DeploymentList',
    'DeploymentPatch',
    'Deployment',
]
"""A kind of document."""

SourceName: TypeAlias = Literal[
    'codehost',
    'external_container',
    'internal_container',
    'internal_source',
    'internal_template',
]
"""The source of a deployment."""

HostingName: TypeAlias = Literal[
    'cloud',
    'self_hosted',
]
"""The hosting of a deployment."""

OperationName: TypeAlias = Literal[
    'list_repositories',
    'list_deployments',
    'patch_deployment',
]
"""The id of an operation."""

Verdict: TypeAlias = Literal[
    'allow',
    'deny',
    'indeterminate',
]
"""The verdict of a report."""

RuleMode: TypeAlias = Literal[
    'enforce',
    'report',
    'off',
]
"""The mode of a rule, or of judging requests and responses."""

ViolationMode: TypeAlias = Literal[
    'enforce',
    'report',
]
"""The mode of a violation: rules that are off yield none."""

Location: TypeAlias = Literal[
    'body',
    'wire',
    'path',
    'query',
    'header',
    'exchange',
]
"""The part of a message that a violation is in."""

Need: TypeAlias = Literal[
    'source',
    'hosting',
    'deployment',
]
"""A fact that would settle an indeterminate verdict."""

RevisionAnswer: TypeAlias = Literal[
    'yes',
    'no',
    'unknown',
]
"""Whether a patch creates a revision."""

EngineName: TypeAlias = Literal[
    'auto',
    'native',
    'python',
]
"""The value of the option `engine`."""

UnknownChoice: TypeAlias = Literal[
    'allow',
    'report',
    'reject',
]
"""The value of `unknown_operations`, and of `unknown_fields` in files."""

UnknownFields: TypeAlias = Literal[
    'allow',
    'report-requests',
    'report',
    'reject',
]
"""The value of `unknown_fields`."""

IndeterminateChoice: TypeAlias = Literal[
    'allow',
    'deny',
]
"""The value of the option `when_indeterminate`."""
