"""Compiled by fastjsonschema from the schemas of spec/.

Generated: edit spec/ and run `make generate`.
"""

# ruff: noqa
# mypy: ignore-errors
import re


class Invalid(Exception):
    """The instance is not valid. There is no message, so that no value of it can leak."""


REGEX_PATTERNS = {
    '^refs/tags/': re.compile('^refs/tags/'),
    '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$': re.compile('^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\Z'),
    '^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$': re.compile('^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)\\Z')
}

NoneType = type(None)

def validate___definitions_n0(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n1(data_item)
    return data


def validate___definitions_n1(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "host_integration_id" in data_keys:
            data_keys.remove("host_integration_id")
            data__hostintegrationid = data["host_integration_id"]
            if not isinstance(data__hostintegrationid, (str)):
                raise Invalid
            if isinstance(data__hostintegrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__hostintegrationid):
                    raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (int)) and not (isinstance(data__id, float) and data__id.is_integer()) or isinstance(data__id, bool):
                raise Invalid
            if isinstance(data__id, (int, float)) and not isinstance(data__id, bool):
                if data__id < -9007199254740991:
                    raise Invalid
                if data__id > 9007199254740991:
                    raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "owner" in data_keys:
            data_keys.remove("owner")
            data__owner = data["owner"]
            if not isinstance(data__owner, (str)):
                raise Invalid
        if "url" in data_keys:
            data_keys.remove("url")
            data__url = data["url"]
            if not isinstance(data__url, (str)):
                raise Invalid
        if "default_branch" in data_keys:
            data_keys.remove("default_branch")
            data__defaultbranch = data["default_branch"]
            if not isinstance(data__defaultbranch, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n10(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n11(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n11(data_value)
    return data


def validate___definitions_n100(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n101(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n102(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n103(data_item)
    return data


def validate___definitions_n103(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str, NoneType)):
                raise Invalid
        if "valueFrom" in data_keys:
            data_keys.remove("valueFrom")
            data__valueFrom = data["valueFrom"]
            validate___definitions_n104(data__valueFrom)
        for data_key in data_keys:
            if data_key not in ['name', 'value', 'valueFrom']:
                data_value = data.get(data_key)
                validate___definitions_n11(data_value)
    return data


def validate___definitions_n104(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n12(data_value)
    return data


def validate___definitions_n105(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (dict)):
                raise Invalid
            data_item_is_dict = isinstance(data_item, dict)
            if data_item_is_dict:
                data_item_len = len(data_item)
                if data_item_len > 10000:
                    raise Invalid
                data_item_keys = set(data_item.keys())
                for data_item_key in data_item_keys:
                    if data_item_key not in []:
                        data_item_value = data_item.get(data_item_key)
                        validate___definitions_n11(data_item_value)
    return data


def validate___definitions_n106(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "limits" in data_keys:
            data_keys.remove("limits")
            data__limits = data["limits"]
            validate___definitions_n107(data__limits)
        if "requests" in data_keys:
            data_keys.remove("requests")
            data__requests = data["requests"]
            validate___definitions_n108(data__requests)
        for data_key in data_keys:
            if data_key not in ['limits', 'requests']:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n107(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n11(data_value)
    return data


def validate___definitions_n108(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n11(data_value)
    return data


def validate___definitions_n109(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n110(data_item)
    return data


def validate___definitions_n11(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n12(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n12(data_value)
    return data


def validate___definitions_n110(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr', 'readOnly']:
                data_value = data.get(data_key)
                validate___definitions_n11(data_value)
    return data


def validate___definitions_n111(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n112(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n99(data_item)
    return data


def validate___definitions_n113(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "cluster_namespace" in data_keys:
            data_keys.remove("cluster_namespace")
            data__clusternamespace = data["cluster_namespace"]
            if not isinstance(data__clusternamespace, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['cluster_namespace']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n114(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if "repo_commit_sha" in data_keys:
            data_keys.remove("repo_commit_sha")
            data__repocommitsha = data["repo_commit_sha"]
            if not isinstance(data__repocommitsha, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path', 'repo_commit_sha']:
                data_value = data.get(data_key)
                validate___definitions_n6(data_value)
    return data


def validate___definitions_n115(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n116(data_item)
    return data


def validate___definitions_n116(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'value']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n117(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n118(data_item)
    return data


def validate___definitions_n118(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "secret_name" in data_keys:
            data_keys.remove("secret_name")
            data__secretname = data["secret_name"]
            if not isinstance(data__secretname, (str)):
                raise Invalid
        if "secret_key" in data_keys:
            data_keys.remove("secret_key")
            data__secretkey = data["secret_key"]
            if not isinstance(data__secretkey, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'secret_name', 'secret_key']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n119(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n4(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n4(data_value)
    return data


def validate___definitions_n12(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n13(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n13(data_value)
    return data


def validate___definitions_n120(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (str, NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_n121(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_n154(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            validate___definitions_n155(data__secrets)
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            validate___definitions_n157(data__secretreferences)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n121(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_n122(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_n153(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n122(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "min_scale" in data_keys:
            data_keys.remove("min_scale")
            data__minscale = data["min_scale"]
            if not isinstance(data__minscale, (int, NoneType)) and not (isinstance(data__minscale, float) and data__minscale.is_integer()) or isinstance(data__minscale, bool):
                raise Invalid
            if isinstance(data__minscale, (int, float)) and not isinstance(data__minscale, bool):
                if data__minscale < -9007199254740991:
                    raise Invalid
                if data__minscale > 9007199254740991:
                    raise Invalid
        if "max_scale" in data_keys:
            data_keys.remove("max_scale")
            data__maxscale = data["max_scale"]
            if not isinstance(data__maxscale, (int, NoneType)) and not (isinstance(data__maxscale, float) and data__maxscale.is_integer()) or isinstance(data__maxscale, bool):
                raise Invalid
            if isinstance(data__maxscale, (int, float)) and not isinstance(data__maxscale, bool):
                if data__maxscale < -9007199254740991:
                    raise Invalid
                if data__maxscale > 9007199254740991:
                    raise Invalid
        if "cpu" in data_keys:
            data_keys.remove("cpu")
            data__cpu = data["cpu"]
            if not isinstance(data__cpu, (int, float, NoneType)) or isinstance(data__cpu, bool):
                raise Invalid
            if isinstance(data__cpu, (int, float)) and not isinstance(data__cpu, bool):
                if data__cpu < -9007199254740991:
                    raise Invalid
                if data__cpu > 9007199254740991:
                    raise Invalid
        if "cpu_limit" in data_keys:
            data_keys.remove("cpu_limit")
            data__cpulimit = data["cpu_limit"]
            if not isinstance(data__cpulimit, (int, float, NoneType)) or isinstance(data__cpulimit, bool):
                raise Invalid
            if isinstance(data__cpulimit, (int, float)) and not isinstance(data__cpulimit, bool):
                if data__cpulimit < -9007199254740991:
                    raise Invalid
                if data__cpulimit > 9007199254740991:
                    raise Invalid
        if "memory_mb" in data_keys:
            data_keys.remove("memory_mb")
            data__memorymb = data["memory_mb"]
            if not isinstance(data__memorymb, (int, NoneType)) and not (isinstance(data__memorymb, float) and data__memorymb.is_integer()) or isinstance(data__memorymb, bool):
                raise Invalid
            if isinstance(data__memorymb, (int, float)) and not isinstance(data__memorymb, bool):
                if data__memorymb < -9007199254740991:
                    raise Invalid
                if data__memorymb > 9007199254740991:
                    raise Invalid
        if "memory_limit_mb" in data_keys:
            data_keys.remove("memory_limit_mb")
            data__memorylimitmb = data["memory_limit_mb"]
            if not isinstance(data__memorylimitmb, (int, NoneType)) and not (isinstance(data__memorylimitmb, float) and data__memorylimitmb.is_integer()) or isinstance(data__memorylimitmb, bool):
                raise Invalid
            if isinstance(data__memorylimitmb, (int, float)) and not isinstance(data__memorylimitmb, bool):
                if data__memorylimitmb < -9007199254740991:
                    raise Invalid
                if data__memorylimitmb > 9007199254740991:
                    raise Invalid
        if "queue_min_scale" in data_keys:
            data_keys.remove("queue_min_scale")
            data__queueminscale = data["queue_min_scale"]
            if not isinstance(data__queueminscale, (int, NoneType)) and not (isinstance(data__queueminscale, float) and data__queueminscale.is_integer()) or isinstance(data__queueminscale, bool):
                raise Invalid
            if isinstance(data__queueminscale, (int, float)) and not isinstance(data__queueminscale, bool):
                if data__queueminscale < -9007199254740991:
                    raise Invalid
                if data__queueminscale > 9007199254740991:
                    raise Invalid
        if "queue_max_scale" in data_keys:
            data_keys.remove("queue_max_scale")
            data__queuemaxscale = data["queue_max_scale"]
            if not isinstance(data__queuemaxscale, (int, NoneType)) and not (isinstance(data__queuemaxscale, float) and data__queuemaxscale.is_integer()) or isinstance(data__queuemaxscale, bool):
                raise Invalid
            if isinstance(data__queuemaxscale, (int, float)) and not isinstance(data__queuemaxscale, bool):
                if data__queuemaxscale < -9007199254740991:
                    raise Invalid
                if data__queuemaxscale > 9007199254740991:
                    raise Invalid
        if "queue_cpu" in data_keys:
            data_keys.remove("queue_cpu")
            data__queuecpu = data["queue_cpu"]
            if not isinstance(data__queuecpu, (int, float, NoneType)) or isinstance(data__queuecpu, bool):
                raise Invalid
            if isinstance(data__queuecpu, (int, float)) and not isinstance(data__queuecpu, bool):
                if data__queuecpu < -9007199254740991:
                    raise Invalid
                if data__queuecpu > 9007199254740991:
                    raise Invalid
        if "queue_cpu_limit" in data_keys:
            data_keys.remove("queue_cpu_limit")
            data__queuecpulimit = data["queue_cpu_limit"]
            if not isinstance(data__queuecpulimit, (int, float, NoneType)) or isinstance(data__queuecpulimit, bool):
                raise Invalid
            if isinstance(data__queuecpulimit, (int, float)) and not isinstance(data__queuecpulimit, bool):
                if data__queuecpulimit < -9007199254740991:
                    raise Invalid
                if data__queuecpulimit > 9007199254740991:
                    raise Invalid
        if "queue_memory_mb" in data_keys:
            data_keys.remove("queue_memory_mb")
            data__queuememorymb = data["queue_memory_mb"]
            if not isinstance(data__queuememorymb, (int, NoneType)) and not (isinstance(data__queuememorymb, float) and data__queuememorymb.is_integer()) or isinstance(data__queuememorymb, bool):
                raise Invalid
            if isinstance(data__queuememorymb, (int, float)) and not isinstance(data__queuememorymb, bool):
                if data__queuememorymb < -9007199254740991:
                    raise Invalid
                if data__queuememorymb > 9007199254740991:
                    raise Invalid
        if "queue_memory_limit_mb" in data_keys:
            data_keys.remove("queue_memory_limit_mb")
            data__queuememorylimitmb = data["queue_memory_limit_mb"]
            if not isinstance(data__queuememorylimitmb, (int, NoneType)) and not (isinstance(data__queuememorylimitmb, float) and data__queuememorylimitmb.is_integer()) or isinstance(data__queuememorylimitmb, bool):
                raise Invalid
            if isinstance(data__queuememorylimitmb, (int, float)) and not isinstance(data__queuememorylimitmb, bool):
                if data__queuememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__queuememorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu" in data_keys:
            data_keys.remove("orchestrator_cpu")
            data__orchestratorcpu = data["orchestrator_cpu"]
            if not isinstance(data__orchestratorcpu, (int, float, NoneType)) or isinstance(data__orchestratorcpu, bool):
                raise Invalid
            if isinstance(data__orchestratorcpu, (int, float)) and not isinstance(data__orchestratorcpu, bool):
                if data__orchestratorcpu < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpu > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu_limit" in data_keys:
            data_keys.remove("orchestrator_cpu_limit")
            data__orchestratorcpulimit = data["orchestrator_cpu_limit"]
            if not isinstance(data__orchestratorcpulimit, (int, float, NoneType)) or isinstance(data__orchestratorcpulimit, bool):
                raise Invalid
            if isinstance(data__orchestratorcpulimit, (int, float)) and not isinstance(data__orchestratorcpulimit, bool):
                if data__orchestratorcpulimit < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpulimit > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_mb" in data_keys:
            data_keys.remove("orchestrator_memory_mb")
            data__orchestratormemorymb = data["orchestrator_memory_mb"]
            if not isinstance(data__orchestratormemorymb, (int, NoneType)) and not (isinstance(data__orchestratormemorymb, float) and data__orchestratormemorymb.is_integer()) or isinstance(data__orchestratormemorymb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorymb, (int, float)) and not isinstance(data__orchestratormemorymb, bool):
                if data__orchestratormemorymb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorymb > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_limit_mb" in data_keys:
            data_keys.remove("orchestrator_memory_limit_mb")
            data__orchestratormemorylimitmb = data["orchestrator_memory_limit_mb"]
            if not isinstance(data__orchestratormemorylimitmb, (int, NoneType)) and not (isinstance(data__orchestratormemorylimitmb, float) and data__orchestratormemorylimitmb.is_integer()) or isinstance(data__orchestratormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorylimitmb, (int, float)) and not isinstance(data__orchestratormemorylimitmb, bool):
                if data__orchestratormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_min_scale" in data_keys:
            data_keys.remove("orchestrator_min_scale")
            data__orchestratorminscale = data["orchestrator_min_scale"]
            if not isinstance(data__orchestratorminscale, (int, NoneType)) and not (isinstance(data__orchestratorminscale, float) and data__orchestratorminscale.is_integer()) or isinstance(data__orchestratorminscale, bool):
                raise Invalid
            if isinstance(data__orchestratorminscale, (int, float)) and not isinstance(data__orchestratorminscale, bool):
                if data__orchestratorminscale < -9007199254740991:
                    raise Invalid
                if data__orchestratorminscale > 9007199254740991:
                    raise Invalid
        if "orchestrator_max_scale" in data_keys:
            data_keys.remove("orchestrator_max_scale")
            data__orchestratormaxscale = data["orchestrator_max_scale"]
            if not isinstance(data__orchestratormaxscale, (int, NoneType)) and not (isinstance(data__orchestratormaxscale, float) and data__orchestratormaxscale.is_integer()) or isinstance(data__orchestratormaxscale, bool):
                raise Invalid
            if isinstance(data__orchestratormaxscale, (int, float)) and not isinstance(data__orchestratormaxscale, bool):
                if data__orchestratormaxscale < -9007199254740991:
                    raise Invalid
                if data__orchestratormaxscale > 9007199254740991:
                    raise Invalid
        if "executor_cpu" in data_keys:
            data_keys.remove("executor_cpu")
            data__executorcpu = data["executor_cpu"]
            if not isinstance(data__executorcpu, (int, float, NoneType)) or isinstance(data__executorcpu, bool):
                raise Invalid
            if isinstance(data__executorcpu, (int, float)) and not isinstance(data__executorcpu, bool):
                if data__executorcpu < -9007199254740991:
                    raise Invalid
                if data__executorcpu > 9007199254740991:
                    raise Invalid
        if "executor_cpu_limit" in data_keys:
            data_keys.remove("executor_cpu_limit")
            data__executorcpulimit = data["executor_cpu_limit"]
            if not isinstance(data__executorcpulimit, (int, float, NoneType)) or isinstance(data__executorcpulimit, bool):
                raise Invalid
            if isinstance(data__executorcpulimit, (int, float)) and not isinstance(data__executorcpulimit, bool):
                if data__executorcpulimit < -9007199254740991:
                    raise Invalid
                if data__executorcpulimit > 9007199254740991:
                    raise Invalid
        if "executor_memory_mb" in data_keys:
            data_keys.remove("executor_memory_mb")
            data__executormemorymb = data["executor_memory_mb"]
            if not isinstance(data__executormemorymb, (int, NoneType)) and not (isinstance(data__executormemorymb, float) and data__executormemorymb.is_integer()) or isinstance(data__executormemorymb, bool):
                raise Invalid
            if isinstance(data__executormemorymb, (int, float)) and not isinstance(data__executormemorymb, bool):
                if data__executormemorymb < -9007199254740991:
                    raise Invalid
                if data__executormemorymb > 9007199254740991:
                    raise Invalid
        if "executor_memory_limit_mb" in data_keys:
            data_keys.remove("executor_memory_limit_mb")
            data__executormemorylimitmb = data["executor_memory_limit_mb"]
            if not isinstance(data__executormemorylimitmb, (int, NoneType)) and not (isinstance(data__executormemorylimitmb, float) and data__executormemorylimitmb.is_integer()) or isinstance(data__executormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__executormemorylimitmb, (int, float)) and not isinstance(data__executormemorylimitmb, bool):
                if data__executormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__executormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "cache_cpu" in data_keys:
            data_keys.remove("cache_cpu")
            data__cachecpu = data["cache_cpu"]
            if not isinstance(data__cachecpu, (int, float, NoneType)) or isinstance(data__cachecpu, bool):
                raise Invalid
            if isinstance(data__cachecpu, (int, float)) and not isinstance(data__cachecpu, bool):
                if data__cachecpu < -9007199254740991:
                    raise Invalid
                if data__cachecpu > 9007199254740991:
                    raise Invalid
        if "cache_cpu_limit" in data_keys:
            data_keys.remove("cache_cpu_limit")
            data__cachecpulimit = data["cache_cpu_limit"]
            if not isinstance(data__cachecpulimit, (int, float, NoneType)) or isinstance(data__cachecpulimit, bool):
                raise Invalid
            if isinstance(data__cachecpulimit, (int, float)) and not isinstance(data__cachecpulimit, bool):
                if data__cachecpulimit < -9007199254740991:
                    raise Invalid
                if data__cachecpulimit > 9007199254740991:
                    raise Invalid
        if "cache_memory_mb" in data_keys:
            data_keys.remove("cache_memory_mb")
            data__cachememorymb = data["cache_memory_mb"]
            if not isinstance(data__cachememorymb, (int, NoneType)) and not (isinstance(data__cachememorymb, float) and data__cachememorymb.is_integer()) or isinstance(data__cachememorymb, bool):
                raise Invalid
            if isinstance(data__cachememorymb, (int, float)) and not isinstance(data__cachememorymb, bool):
                if data__cachememorymb < -9007199254740991:
                    raise Invalid
                if data__cachememorymb > 9007199254740991:
                    raise Invalid
        if "cache_memory_limit_mb" in data_keys:
            data_keys.remove("cache_memory_limit_mb")
            data__cachememorylimitmb = data["cache_memory_limit_mb"]
            if not isinstance(data__cachememorylimitmb, (int, NoneType)) and not (isinstance(data__cachememorylimitmb, float) and data__cachememorylimitmb.is_integer()) or isinstance(data__cachememorylimitmb, bool):
                raise Invalid
            if isinstance(data__cachememorylimitmb, (int, float)) and not isinstance(data__cachememorylimitmb, bool):
                if data__cachememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__cachememorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_cpu" in data_keys:
            data_keys.remove("db_cpu")
            data__dbcpu = data["db_cpu"]
            if not isinstance(data__dbcpu, (int, float, NoneType)) or isinstance(data__dbcpu, bool):
                raise Invalid
            if isinstance(data__dbcpu, (int, float)) and not isinstance(data__dbcpu, bool):
                if data__dbcpu < -9007199254740991:
                    raise Invalid
                if data__dbcpu > 9007199254740991:
                    raise Invalid
        if "db_cpu_limit" in data_keys:
            data_keys.remove("db_cpu_limit")
            data__dbcpulimit = data["db_cpu_limit"]
            if not isinstance(data__dbcpulimit, (int, float, NoneType)) or isinstance(data__dbcpulimit, bool):
                raise Invalid
            if isinstance(data__dbcpulimit, (int, float)) and not isinstance(data__dbcpulimit, bool):
                if data__dbcpulimit < -9007199254740991:
                    raise Invalid
                if data__dbcpulimit > 9007199254740991:
                    raise Invalid
        if "db_memory_mb" in data_keys:
            data_keys.remove("db_memory_mb")
            data__dbmemorymb = data["db_memory_mb"]
            if not isinstance(data__dbmemorymb, (int, NoneType)) and not (isinstance(data__dbmemorymb, float) and data__dbmemorymb.is_integer()) or isinstance(data__dbmemorymb, bool):
                raise Invalid
            if isinstance(data__dbmemorymb, (int, float)) and not isinstance(data__dbmemorymb, bool):
                if data__dbmemorymb < -9007199254740991:
                    raise Invalid
                if data__dbmemorymb > 9007199254740991:
                    raise Invalid
        if "db_memory_limit_mb" in data_keys:
            data_keys.remove("db_memory_limit_mb")
            data__dbmemorylimitmb = data["db_memory_limit_mb"]
            if not isinstance(data__dbmemorylimitmb, (int, NoneType)) and not (isinstance(data__dbmemorylimitmb, float) and data__dbmemorylimitmb.is_integer()) or isinstance(data__dbmemorylimitmb, bool):
                raise Invalid
            if isinstance(data__dbmemorylimitmb, (int, float)) and not isinstance(data__dbmemorylimitmb, bool):
                if data__dbmemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__dbmemorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_storage_gi" in data_keys:
            data_keys.remove("db_storage_gi")
            data__dbstoragegi = data["db_storage_gi"]
            if not isinstance(data__dbstoragegi, (int, NoneType)) and not (isinstance(data__dbstoragegi, float) and data__dbstoragegi.is_integer()) or isinstance(data__dbstoragegi, bool):
                raise Invalid
            if isinstance(data__dbstoragegi, (int, float)) and not isinstance(data__dbstoragegi, bool):
                if data__dbstoragegi < -9007199254740991:
                    raise Invalid
                if data__dbstoragegi > 9007199254740991:
                    raise Invalid
        if "db_max_connections" in data_keys:
            data_keys.remove("db_max_connections")
            data__dbmaxconnections = data["db_max_connections"]
            if not isinstance(data__dbmaxconnections, (int, NoneType)) and not (isinstance(data__dbmaxconnections, float) and data__dbmaxconnections.is_integer()) or isinstance(data__dbmaxconnections, bool):
                raise Invalid
            if isinstance(data__dbmaxconnections, (int, float)) and not isinstance(data__dbmaxconnections, bool):
                if data__dbmaxconnections < -9007199254740991:
                    raise Invalid
                if data__dbmaxconnections > 9007199254740991:
                    raise Invalid
        if "labels" in data_keys:
            data_keys.remove("labels")
            data__labels = data["labels"]
            validate___definitions_n123(data__labels)
        if "annotations" in data_keys:
            data_keys.remove("annotations")
            data__annotations = data["annotations"]
            validate___definitions_n124(data__annotations)
        if "service_account_name" in data_keys:
            data_keys.remove("service_account_name")
            data__serviceaccountname = data["service_account_name"]
            if not isinstance(data__serviceaccountname, (str, NoneType)):
                raise Invalid
        if "image_pull_secrets" in data_keys:
            data_keys.remove("image_pull_secrets")
            data__imagepullsecrets = data["image_pull_secrets"]
            validate___definitions_n125(data__imagepullsecrets)
        if "volumes" in data_keys:
            data_keys.remove("volumes")
            data__volumes = data["volumes"]
            validate___definitions_n127(data__volumes)
        if "volume_mounts" in data_keys:
            data_keys.remove("volume_mounts")
            data__volumemounts = data["volume_mounts"]
            validate___definitions_n137(data__volumemounts)
        if "init_containers" in data_keys:
            data_keys.remove("init_containers")
            data__initcontainers = data["init_containers"]
            validate___definitions_n139(data__initcontainers)
        if "sidecars" in data_keys:
            data_keys.remove("sidecars")
            data__sidecars = data["sidecars"]
            validate___definitions_n152(data__sidecars)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n123(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n6(data_value)
    return data


def validate___definitions_n124(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n6(data_value)
    return data


def validate___definitions_n125(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n126(data_item)
    return data


def validate___definitions_n126(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n127(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n128(data_item)
    return data


def validate___definitions_n128(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "configMap" in data_keys:
            data_keys.remove("configMap")
            data__configMap = data["configMap"]
            validate___definitions_n129(data__configMap)
        if "secret" in data_keys:
            data_keys.remove("secret")
            data__secret = data["secret"]
            validate___definitions_n130(data__secret)
        if "emptyDir" in data_keys:
            data_keys.remove("emptyDir")
            data__emptyDir = data["emptyDir"]
            validate___definitions_n131(data__emptyDir)
        if "persistentVolumeClaim" in data_keys:
            data_keys.remove("persistentVolumeClaim")
            data__persistentVolumeClaim = data["persistentVolumeClaim"]
            validate___definitions_n132(data__persistentVolumeClaim)
        if "nfs" in data_keys:
            data_keys.remove("nfs")
            data__nfs = data["nfs"]
            validate___definitions_n133(data__nfs)
        if "projected" in data_keys:
            data_keys.remove("projected")
            data__projected = data["projected"]
            validate___definitions_n134(data__projected)
        if "downwardAPI" in data_keys:
            data_keys.remove("downwardAPI")
            data__downwardAPI = data["downwardAPI"]
            validate___definitions_n135(data__downwardAPI)
        if "csi" in data_keys:
            data_keys.remove("csi")
            data__csi = data["csi"]
            validate___definitions_n136(data__csi)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n129(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n13(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n14(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n14(data_value)
    return data


def validate___definitions_n130(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n131(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n132(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n133(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n134(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n135(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n136(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n137(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n138(data_item)
    return data


def validate___definitions_n138(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n139(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n140(data_item)
    return data


def validate___definitions_n14(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n15(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n15(data_value)
    return data


def validate___definitions_n140(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "image" in data_keys:
            data_keys.remove("image")
            data__image = data["image"]
            if not isinstance(data__image, (str, NoneType)):
                raise Invalid
        if "imagePullPolicy" in data_keys:
            data_keys.remove("imagePullPolicy")
            data__imagePullPolicy = data["imagePullPolicy"]
            if not isinstance(data__imagePullPolicy, (str, NoneType)):
                raise Invalid
        if "workingDir" in data_keys:
            data_keys.remove("workingDir")
            data__workingDir = data["workingDir"]
            if not isinstance(data__workingDir, (str, NoneType)):
                raise Invalid
        if "restartPolicy" in data_keys:
            data_keys.remove("restartPolicy")
            data__restartPolicy = data["restartPolicy"]
            if not isinstance(data__restartPolicy, (str, NoneType)):
                raise Invalid
        if "command" in data_keys:
            data_keys.remove("command")
            data__command = data["command"]
            validate___definitions_n141(data__command)
        if "args" in data_keys:
            data_keys.remove("args")
            data__args = data["args"]
            validate___definitions_n142(data__args)
        if "env" in data_keys:
            data_keys.remove("env")
            data__env = data["env"]
            validate___definitions_n143(data__env)
        if "envFrom" in data_keys:
            data_keys.remove("envFrom")
            data__envFrom = data["envFrom"]
            validate___definitions_n146(data__envFrom)
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_n147(data__resources)
        if "volumeMounts" in data_keys:
            data_keys.remove("volumeMounts")
            data__volumeMounts = data["volumeMounts"]
            validate___definitions_n150(data__volumeMounts)
        if "securityContext" in data_keys:
            data_keys.remove("securityContext")
            data__securityContext = data["securityContext"]
            validate___definitions_n151(data__securityContext)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n141(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n142(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n143(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n144(data_item)
    return data


def validate___definitions_n144(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str, NoneType)):
                raise Invalid
        if "valueFrom" in data_keys:
            data_keys.remove("valueFrom")
            data__valueFrom = data["valueFrom"]
            validate___definitions_n145(data__valueFrom)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n145(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n146(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (dict)):
                raise Invalid
            data_item_is_dict = isinstance(data_item, dict)
            if data_item_is_dict:
                data_item_len = len(data_item)
                if data_item_len > 10000:
                    raise Invalid
                data_item_keys = set(data_item.keys())
                for data_item_key in data_item_keys:
                    if data_item_key not in []:
                        data_item_value = data_item.get(data_item_key)
                        validate___definitions_n9(data_item_value)
    return data


def validate___definitions_n147(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "limits" in data_keys:
            data_keys.remove("limits")
            data__limits = data["limits"]
            validate___definitions_n148(data__limits)
        if "requests" in data_keys:
            data_keys.remove("requests")
            data__requests = data["requests"]
            validate___definitions_n149(data__requests)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n148(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n149(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n15(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n16(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n16(data_value)
    return data


def validate___definitions_n150(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n55(data_item)
    return data


def validate___definitions_n151(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n152(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n140(data_item)
    return data


def validate___definitions_n153(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "cluster_namespace" in data_keys:
            data_keys.remove("cluster_namespace")
            data__clusternamespace = data["cluster_namespace"]
            if not isinstance(data__clusternamespace, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n154(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n155(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n156(data_item)
    return data


def validate___definitions_n156(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n157(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n158(data_item)
    return data


def validate___definitions_n158(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "secret_name" in data_keys:
            data_keys.remove("secret_name")
            data__secretname = data["secret_name"]
            if not isinstance(data__secretname, (str)):
                raise Invalid
        if "secret_key" in data_keys:
            data_keys.remove("secret_key")
            data__secretkey = data["secret_key"]
            if not isinstance(data__secretkey, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n159(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (str, NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_n160(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_n193(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            validate___definitions_n194(data__secrets)
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            validate___definitions_n196(data__secretreferences)
        for data_key in data_keys:
            if data_key not in ['revision_source', 'source_config', 'source_revision_config', 'secrets', 'secret_references']:
                data_value = data.get(data_key)
                validate___definitions_n119(data_value)
    return data


def validate___definitions_n16(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n17(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n17(data_value)
    return data


def validate___definitions_n160(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_n161(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_n192(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['integration_id', 'repo_url', 'build_on_push', 'custom_url', 'resource_spec', 'listener_id', 'listener_config', 'install_command', 'build_command']:
                data_value = data.get(data_key)
                validate___definitions_n4(data_value)
    return data


def validate___definitions_n161(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "min_scale" in data_keys:
            data_keys.remove("min_scale")
            data__minscale = data["min_scale"]
            if not isinstance(data__minscale, (int, NoneType)) and not (isinstance(data__minscale, float) and data__minscale.is_integer()) or isinstance(data__minscale, bool):
                raise Invalid
            if isinstance(data__minscale, (int, float)) and not isinstance(data__minscale, bool):
                if data__minscale < -9007199254740991:
                    raise Invalid
                if data__minscale > 9007199254740991:
                    raise Invalid
        if "max_scale" in data_keys:
            data_keys.remove("max_scale")
            data__maxscale = data["max_scale"]
            if not isinstance(data__maxscale, (int, NoneType)) and not (isinstance(data__maxscale, float) and data__maxscale.is_integer()) or isinstance(data__maxscale, bool):
                raise Invalid
            if isinstance(data__maxscale, (int, float)) and not isinstance(data__maxscale, bool):
                if data__maxscale < -9007199254740991:
                    raise Invalid
                if data__maxscale > 9007199254740991:
                    raise Invalid
        if "cpu" in data_keys:
            data_keys.remove("cpu")
            data__cpu = data["cpu"]
            if not isinstance(data__cpu, (int, float, NoneType)) or isinstance(data__cpu, bool):
                raise Invalid
            if isinstance(data__cpu, (int, float)) and not isinstance(data__cpu, bool):
                if data__cpu < -9007199254740991:
                    raise Invalid
                if data__cpu > 9007199254740991:
                    raise Invalid
        if "cpu_limit" in data_keys:
            data_keys.remove("cpu_limit")
            data__cpulimit = data["cpu_limit"]
            if not isinstance(data__cpulimit, (int, float, NoneType)) or isinstance(data__cpulimit, bool):
                raise Invalid
            if isinstance(data__cpulimit, (int, float)) and not isinstance(data__cpulimit, bool):
                if data__cpulimit < -9007199254740991:
                    raise Invalid
                if data__cpulimit > 9007199254740991:
                    raise Invalid
        if "memory_mb" in data_keys:
            data_keys.remove("memory_mb")
            data__memorymb = data["memory_mb"]
            if not isinstance(data__memorymb, (int, NoneType)) and not (isinstance(data__memorymb, float) and data__memorymb.is_integer()) or isinstance(data__memorymb, bool):
                raise Invalid
            if isinstance(data__memorymb, (int, float)) and not isinstance(data__memorymb, bool):
                if data__memorymb < -9007199254740991:
                    raise Invalid
                if data__memorymb > 9007199254740991:
                    raise Invalid
        if "memory_limit_mb" in data_keys:
            data_keys.remove("memory_limit_mb")
            data__memorylimitmb = data["memory_limit_mb"]
            if not isinstance(data__memorylimitmb, (int, NoneType)) and not (isinstance(data__memorylimitmb, float) and data__memorylimitmb.is_integer()) or isinstance(data__memorylimitmb, bool):
                raise Invalid
            if isinstance(data__memorylimitmb, (int, float)) and not isinstance(data__memorylimitmb, bool):
                if data__memorylimitmb < -9007199254740991:
                    raise Invalid
                if data__memorylimitmb > 9007199254740991:
                    raise Invalid
        if "queue_min_scale" in data_keys:
            data_keys.remove("queue_min_scale")
            data__queueminscale = data["queue_min_scale"]
            if not isinstance(data__queueminscale, (int, NoneType)) and not (isinstance(data__queueminscale, float) and data__queueminscale.is_integer()) or isinstance(data__queueminscale, bool):
                raise Invalid
            if isinstance(data__queueminscale, (int, float)) and not isinstance(data__queueminscale, bool):
                if data__queueminscale < -9007199254740991:
                    raise Invalid
                if data__queueminscale > 9007199254740991:
                    raise Invalid
        if "queue_max_scale" in data_keys:
            data_keys.remove("queue_max_scale")
            data__queuemaxscale = data["queue_max_scale"]
            if not isinstance(data__queuemaxscale, (int, NoneType)) and not (isinstance(data__queuemaxscale, float) and data__queuemaxscale.is_integer()) or isinstance(data__queuemaxscale, bool):
                raise Invalid
            if isinstance(data__queuemaxscale, (int, float)) and not isinstance(data__queuemaxscale, bool):
                if data__queuemaxscale < -9007199254740991:
                    raise Invalid
                if data__queuemaxscale > 9007199254740991:
                    raise Invalid
        if "queue_cpu" in data_keys:
            data_keys.remove("queue_cpu")
            data__queuecpu = data["queue_cpu"]
            if not isinstance(data__queuecpu, (int, float, NoneType)) or isinstance(data__queuecpu, bool):
                raise Invalid
            if isinstance(data__queuecpu, (int, float)) and not isinstance(data__queuecpu, bool):
                if data__queuecpu < -9007199254740991:
                    raise Invalid
                if data__queuecpu > 9007199254740991:
                    raise Invalid
        if "queue_cpu_limit" in data_keys:
            data_keys.remove("queue_cpu_limit")
            data__queuecpulimit = data["queue_cpu_limit"]
            if not isinstance(data__queuecpulimit, (int, float, NoneType)) or isinstance(data__queuecpulimit, bool):
                raise Invalid
            if isinstance(data__queuecpulimit, (int, float)) and not isinstance(data__queuecpulimit, bool):
                if data__queuecpulimit < -9007199254740991:
                    raise Invalid
                if data__queuecpulimit > 9007199254740991:
                    raise Invalid
        if "queue_memory_mb" in data_keys:
            data_keys.remove("queue_memory_mb")
            data__queuememorymb = data["queue_memory_mb"]
            if not isinstance(data__queuememorymb, (int, NoneType)) and not (isinstance(data__queuememorymb, float) and data__queuememorymb.is_integer()) or isinstance(data__queuememorymb, bool):
                raise Invalid
            if isinstance(data__queuememorymb, (int, float)) and not isinstance(data__queuememorymb, bool):
                if data__queuememorymb < -9007199254740991:
                    raise Invalid
                if data__queuememorymb > 9007199254740991:
                    raise Invalid
        if "queue_memory_limit_mb" in data_keys:
            data_keys.remove("queue_memory_limit_mb")
            data__queuememorylimitmb = data["queue_memory_limit_mb"]
            if not isinstance(data__queuememorylimitmb, (int, NoneType)) and not (isinstance(data__queuememorylimitmb, float) and data__queuememorylimitmb.is_integer()) or isinstance(data__queuememorylimitmb, bool):
                raise Invalid
            if isinstance(data__queuememorylimitmb, (int, float)) and not isinstance(data__queuememorylimitmb, bool):
                if data__queuememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__queuememorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu" in data_keys:
            data_keys.remove("orchestrator_cpu")
            data__orchestratorcpu = data["orchestrator_cpu"]
            if not isinstance(data__orchestratorcpu, (int, float, NoneType)) or isinstance(data__orchestratorcpu, bool):
                raise Invalid
            if isinstance(data__orchestratorcpu, (int, float)) and not isinstance(data__orchestratorcpu, bool):
                if data__orchestratorcpu < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpu > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu_limit" in data_keys:
            data_keys.remove("orchestrator_cpu_limit")
            data__orchestratorcpulimit = data["orchestrator_cpu_limit"]
            if not isinstance(data__orchestratorcpulimit, (int, float, NoneType)) or isinstance(data__orchestratorcpulimit, bool):
                raise Invalid
            if isinstance(data__orchestratorcpulimit, (int, float)) and not isinstance(data__orchestratorcpulimit, bool):
                if data__orchestratorcpulimit < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpulimit > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_mb" in data_keys:
            data_keys.remove("orchestrator_memory_mb")
            data__orchestratormemorymb = data["orchestrator_memory_mb"]
            if not isinstance(data__orchestratormemorymb, (int, NoneType)) and not (isinstance(data__orchestratormemorymb, float) and data__orchestratormemorymb.is_integer()) or isinstance(data__orchestratormemorymb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorymb, (int, float)) and not isinstance(data__orchestratormemorymb, bool):
                if data__orchestratormemorymb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorymb > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_limit_mb" in data_keys:
            data_keys.remove("orchestrator_memory_limit_mb")
            data__orchestratormemorylimitmb = data["orchestrator_memory_limit_mb"]
            if not isinstance(data__orchestratormemorylimitmb, (int, NoneType)) and not (isinstance(data__orchestratormemorylimitmb, float) and data__orchestratormemorylimitmb.is_integer()) or isinstance(data__orchestratormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorylimitmb, (int, float)) and not isinstance(data__orchestratormemorylimitmb, bool):
                if data__orchestratormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_min_scale" in data_keys:
            data_keys.remove("orchestrator_min_scale")
            data__orchestratorminscale = data["orchestrator_min_scale"]
            if not isinstance(data__orchestratorminscale, (int, NoneType)) and not (isinstance(data__orchestratorminscale, float) and data__orchestratorminscale.is_integer()) or isinstance(data__orchestratorminscale, bool):
                raise Invalid
            if isinstance(data__orchestratorminscale, (int, float)) and not isinstance(data__orchestratorminscale, bool):
                if data__orchestratorminscale < -9007199254740991:
                    raise Invalid
                if data__orchestratorminscale > 9007199254740991:
                    raise Invalid
        if "orchestrator_max_scale" in data_keys:
            data_keys.remove("orchestrator_max_scale")
            data__orchestratormaxscale = data["orchestrator_max_scale"]
            if not isinstance(data__orchestratormaxscale, (int, NoneType)) and not (isinstance(data__orchestratormaxscale, float) and data__orchestratormaxscale.is_integer()) or isinstance(data__orchestratormaxscale, bool):
                raise Invalid
            if isinstance(data__orchestratormaxscale, (int, float)) and not isinstance(data__orchestratormaxscale, bool):
                if data__orchestratormaxscale < -9007199254740991:
                    raise Invalid
                if data__orchestratormaxscale > 9007199254740991:
                    raise Invalid
        if "executor_cpu" in data_keys:
            data_keys.remove("executor_cpu")
            data__executorcpu = data["executor_cpu"]
            if not isinstance(data__executorcpu, (int, float, NoneType)) or isinstance(data__executorcpu, bool):
                raise Invalid
            if isinstance(data__executorcpu, (int, float)) and not isinstance(data__executorcpu, bool):
                if data__executorcpu < -9007199254740991:
                    raise Invalid
                if data__executorcpu > 9007199254740991:
                    raise Invalid
        if "executor_cpu_limit" in data_keys:
            data_keys.remove("executor_cpu_limit")
            data__executorcpulimit = data["executor_cpu_limit"]
            if not isinstance(data__executorcpulimit, (int, float, NoneType)) or isinstance(data__executorcpulimit, bool):
                raise Invalid
            if isinstance(data__executorcpulimit, (int, float)) and not isinstance(data__executorcpulimit, bool):
                if data__executorcpulimit < -9007199254740991:
                    raise Invalid
                if data__executorcpulimit > 9007199254740991:
                    raise Invalid
        if "executor_memory_mb" in data_keys:
            data_keys.remove("executor_memory_mb")
            data__executormemorymb = data["executor_memory_mb"]
            if not isinstance(data__executormemorymb, (int, NoneType)) and not (isinstance(data__executormemorymb, float) and data__executormemorymb.is_integer()) or isinstance(data__executormemorymb, bool):
                raise Invalid
            if isinstance(data__executormemorymb, (int, float)) and not isinstance(data__executormemorymb, bool):
                if data__executormemorymb < -9007199254740991:
                    raise Invalid
                if data__executormemorymb > 9007199254740991:
                    raise Invalid
        if "executor_memory_limit_mb" in data_keys:
            data_keys.remove("executor_memory_limit_mb")
            data__executormemorylimitmb = data["executor_memory_limit_mb"]
            if not isinstance(data__executormemorylimitmb, (int, NoneType)) and not (isinstance(data__executormemorylimitmb, float) and data__executormemorylimitmb.is_integer()) or isinstance(data__executormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__executormemorylimitmb, (int, float)) and not isinstance(data__executormemorylimitmb, bool):
                if data__executormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__executormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "cache_cpu" in data_keys:
            data_keys.remove("cache_cpu")
            data__cachecpu = data["cache_cpu"]
            if not isinstance(data__cachecpu, (int, float, NoneType)) or isinstance(data__cachecpu, bool):
                raise Invalid
            if isinstance(data__cachecpu, (int, float)) and not isinstance(data__cachecpu, bool):
                if data__cachecpu < -9007199254740991:
                    raise Invalid
                if data__cachecpu > 9007199254740991:
                    raise Invalid
        if "cache_cpu_limit" in data_keys:
            data_keys.remove("cache_cpu_limit")
            data__cachecpulimit = data["cache_cpu_limit"]
            if not isinstance(data__cachecpulimit, (int, float, NoneType)) or isinstance(data__cachecpulimit, bool):
                raise Invalid
            if isinstance(data__cachecpulimit, (int, float)) and not isinstance(data__cachecpulimit, bool):
                if data__cachecpulimit < -9007199254740991:
                    raise Invalid
                if data__cachecpulimit > 9007199254740991:
                    raise Invalid
        if "cache_memory_mb" in data_keys:
            data_keys.remove("cache_memory_mb")
            data__cachememorymb = data["cache_memory_mb"]
            if not isinstance(data__cachememorymb, (int, NoneType)) and not (isinstance(data__cachememorymb, float) and data__cachememorymb.is_integer()) or isinstance(data__cachememorymb, bool):
                raise Invalid
            if isinstance(data__cachememorymb, (int, float)) and not isinstance(data__cachememorymb, bool):
                if data__cachememorymb < -9007199254740991:
                    raise Invalid
                if data__cachememorymb > 9007199254740991:
                    raise Invalid
        if "cache_memory_limit_mb" in data_keys:
            data_keys.remove("cache_memory_limit_mb")
            data__cachememorylimitmb = data["cache_memory_limit_mb"]
            if not isinstance(data__cachememorylimitmb, (int, NoneType)) and not (isinstance(data__cachememorylimitmb, float) and data__cachememorylimitmb.is_integer()) or isinstance(data__cachememorylimitmb, bool):
                raise Invalid
            if isinstance(data__cachememorylimitmb, (int, float)) and not isinstance(data__cachememorylimitmb, bool):
                if data__cachememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__cachememorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_cpu" in data_keys:
            data_keys.remove("db_cpu")
            data__dbcpu = data["db_cpu"]
            if not isinstance(data__dbcpu, (int, float, NoneType)) or isinstance(data__dbcpu, bool):
                raise Invalid
            if isinstance(data__dbcpu, (int, float)) and not isinstance(data__dbcpu, bool):
                if data__dbcpu < -9007199254740991:
                    raise Invalid
                if data__dbcpu > 9007199254740991:
                    raise Invalid
        if "db_cpu_limit" in data_keys:
            data_keys.remove("db_cpu_limit")
            data__dbcpulimit = data["db_cpu_limit"]
            if not isinstance(data__dbcpulimit, (int, float, NoneType)) or isinstance(data__dbcpulimit, bool):
                raise Invalid
            if isinstance(data__dbcpulimit, (int, float)) and not isinstance(data__dbcpulimit, bool):
                if data__dbcpulimit < -9007199254740991:
                    raise Invalid
                if data__dbcpulimit > 9007199254740991:
                    raise Invalid
        if "db_memory_mb" in data_keys:
            data_keys.remove("db_memory_mb")
            data__dbmemorymb = data["db_memory_mb"]
            if not isinstance(data__dbmemorymb, (int, NoneType)) and not (isinstance(data__dbmemorymb, float) and data__dbmemorymb.is_integer()) or isinstance(data__dbmemorymb, bool):
                raise Invalid
            if isinstance(data__dbmemorymb, (int, float)) and not isinstance(data__dbmemorymb, bool):
                if data__dbmemorymb < -9007199254740991:
                    raise Invalid
                if data__dbmemorymb > 9007199254740991:
                    raise Invalid
        if "db_memory_limit_mb" in data_keys:
            data_keys.remove("db_memory_limit_mb")
            data__dbmemorylimitmb = data["db_memory_limit_mb"]
            if not isinstance(data__dbmemorylimitmb, (int, NoneType)) and not (isinstance(data__dbmemorylimitmb, float) and data__dbmemorylimitmb.is_integer()) or isinstance(data__dbmemorylimitmb, bool):
                raise Invalid
            if isinstance(data__dbmemorylimitmb, (int, float)) and not isinstance(data__dbmemorylimitmb, bool):
                if data__dbmemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__dbmemorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_storage_gi" in data_keys:
            data_keys.remove("db_storage_gi")
            data__dbstoragegi = data["db_storage_gi"]
            if not isinstance(data__dbstoragegi, (int, NoneType)) and not (isinstance(data__dbstoragegi, float) and data__dbstoragegi.is_integer()) or isinstance(data__dbstoragegi, bool):
                raise Invalid
            if isinstance(data__dbstoragegi, (int, float)) and not isinstance(data__dbstoragegi, bool):
                if data__dbstoragegi < -9007199254740991:
                    raise Invalid
                if data__dbstoragegi > 9007199254740991:
                    raise Invalid
        if "db_max_connections" in data_keys:
            data_keys.remove("db_max_connections")
            data__dbmaxconnections = data["db_max_connections"]
            if not isinstance(data__dbmaxconnections, (int, NoneType)) and not (isinstance(data__dbmaxconnections, float) and data__dbmaxconnections.is_integer()) or isinstance(data__dbmaxconnections, bool):
                raise Invalid
            if isinstance(data__dbmaxconnections, (int, float)) and not isinstance(data__dbmaxconnections, bool):
                if data__dbmaxconnections < -9007199254740991:
                    raise Invalid
                if data__dbmaxconnections > 9007199254740991:
                    raise Invalid
        if "labels" in data_keys:
            data_keys.remove("labels")
            data__labels = data["labels"]
            validate___definitions_n162(data__labels)
        if "annotations" in data_keys:
            data_keys.remove("annotations")
            data__annotations = data["annotations"]
            validate___definitions_n163(data__annotations)
        if "service_account_name" in data_keys:
            data_keys.remove("service_account_name")
            data__serviceaccountname = data["service_account_name"]
            if not isinstance(data__serviceaccountname, (str, NoneType)):
                raise Invalid
        if "image_pull_secrets" in data_keys:
            data_keys.remove("image_pull_secrets")
            data__imagepullsecrets = data["image_pull_secrets"]
            validate___definitions_n164(data__imagepullsecrets)
        if "volumes" in data_keys:
            data_keys.remove("volumes")
            data__volumes = data["volumes"]
            validate___definitions_n166(data__volumes)
        if "volume_mounts" in data_keys:
            data_keys.remove("volume_mounts")
            data__volumemounts = data["volume_mounts"]
            validate___definitions_n176(data__volumemounts)
        if "init_containers" in data_keys:
            data_keys.remove("init_containers")
            data__initcontainers = data["init_containers"]
            validate___definitions_n178(data__initcontainers)
        if "sidecars" in data_keys:
            data_keys.remove("sidecars")
            data__sidecars = data["sidecars"]
            validate___definitions_n191(data__sidecars)
        for data_key in data_keys:
            if data_key not in ['min_scale', 'max_scale', 'cpu', 'cpu_limit', 'memory_mb', 'memory_limit_mb', 'queue_min_scale', 'queue_max_scale', 'queue_cpu', 'queue_cpu_limit', 'queue_memory_mb', 'queue_memory_limit_mb', 'orchestrator_cpu', 'orchestrator_cpu_limit', 'orchestrator_memory_mb', 'orchestrator_memory_limit_mb', 'orchestrator_min_scale', 'orchestrator_max_scale', 'executor_cpu', 'executor_cpu_limit', 'executor_memory_mb', 'executor_memory_limit_mb', 'cache_cpu', 'cache_cpu_limit', 'cache_memory_mb', 'cache_memory_limit_mb', 'db_cpu', 'db_cpu_limit', 'db_memory_mb', 'db_memory_limit_mb', 'db_storage_gi', 'db_max_connections', 'labels', 'annotations', 'service_account_name', 'image_pull_secrets', 'volumes', 'volume_mounts', 'init_containers', 'sidecars']:
                data_value = data.get(data_key)
                validate___definitions_n5(data_value)
    return data


def validate___definitions_n162(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n6(data_value)
    return data


def validate___definitions_n163(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n6(data_value)
    return data


def validate___definitions_n164(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n165(data_item)
    return data


def validate___definitions_n165(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n166(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n167(data_item)
    return data


def validate___definitions_n167(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "configMap" in data_keys:
            data_keys.remove("configMap")
            data__configMap = data["configMap"]
            validate___definitions_n168(data__configMap)
        if "secret" in data_keys:
            data_keys.remove("secret")
            data__secret = data["secret"]
            validate___definitions_n169(data__secret)
        if "emptyDir" in data_keys:
            data_keys.remove("emptyDir")
            data__emptyDir = data["emptyDir"]
            validate___definitions_n170(data__emptyDir)
        if "persistentVolumeClaim" in data_keys:
            data_keys.remove("persistentVolumeClaim")
            data__persistentVolumeClaim = data["persistentVolumeClaim"]
            validate___definitions_n171(data__persistentVolumeClaim)
        if "nfs" in data_keys:
            data_keys.remove("nfs")
            data__nfs = data["nfs"]
            validate___definitions_n172(data__nfs)
        if "projected" in data_keys:
            data_keys.remove("projected")
            data__projected = data["projected"]
            validate___definitions_n173(data__projected)
        if "downwardAPI" in data_keys:
            data_keys.remove("downwardAPI")
            data__downwardAPI = data["downwardAPI"]
            validate___definitions_n174(data__downwardAPI)
        if "csi" in data_keys:
            data_keys.remove("csi")
            data__csi = data["csi"]
            validate___definitions_n175(data__csi)
        for data_key in data_keys:
            if data_key not in ['name', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'nfs', 'projected', 'downwardAPI', 'csi']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n168(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n169(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n17(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n18(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n18(data_value)
    return data


def validate___definitions_n170(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n171(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n172(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n173(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n174(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n175(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n176(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n177(data_item)
    return data


def validate___definitions_n177(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr', 'readOnly']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n178(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n179(data_item)
    return data


def validate___definitions_n179(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "image" in data_keys:
            data_keys.remove("image")
            data__image = data["image"]
            if not isinstance(data__image, (str, NoneType)):
                raise Invalid
        if "imagePullPolicy" in data_keys:
            data_keys.remove("imagePullPolicy")
            data__imagePullPolicy = data["imagePullPolicy"]
            if not isinstance(data__imagePullPolicy, (str, NoneType)):
                raise Invalid
        if "workingDir" in data_keys:
            data_keys.remove("workingDir")
            data__workingDir = data["workingDir"]
            if not isinstance(data__workingDir, (str, NoneType)):
                raise Invalid
        if "restartPolicy" in data_keys:
            data_keys.remove("restartPolicy")
            data__restartPolicy = data["restartPolicy"]
            if not isinstance(data__restartPolicy, (str, NoneType)):
                raise Invalid
        if "command" in data_keys:
            data_keys.remove("command")
            data__command = data["command"]
            validate___definitions_n180(data__command)
        if "args" in data_keys:
            data_keys.remove("args")
            data__args = data["args"]
            validate___definitions_n181(data__args)
        if "env" in data_keys:
            data_keys.remove("env")
            data__env = data["env"]
            validate___definitions_n182(data__env)
        if "envFrom" in data_keys:
            data_keys.remove("envFrom")
            data__envFrom = data["envFrom"]
            validate___definitions_n185(data__envFrom)
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_n186(data__resources)
        if "volumeMounts" in data_keys:
            data_keys.remove("volumeMounts")
            data__volumeMounts = data["volumeMounts"]
            validate___definitions_n189(data__volumeMounts)
        if "securityContext" in data_keys:
            data_keys.remove("securityContext")
            data__securityContext = data["securityContext"]
            validate___definitions_n190(data__securityContext)
        for data_key in data_keys:
            if data_key not in ['name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy', 'command', 'args', 'env', 'envFrom', 'resources', 'volumeMounts', 'securityContext']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n18(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n19(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n19(data_value)
    return data


def validate___definitions_n180(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n181(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n182(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n183(data_item)
    return data


def validate___definitions_n183(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str, NoneType)):
                raise Invalid
        if "valueFrom" in data_keys:
            data_keys.remove("valueFrom")
            data__valueFrom = data["valueFrom"]
            validate___definitions_n184(data__valueFrom)
        for data_key in data_keys:
            if data_key not in ['name', 'value', 'valueFrom']:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n184(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n185(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (dict)):
                raise Invalid
            data_item_is_dict = isinstance(data_item, dict)
            if data_item_is_dict:
                data_item_len = len(data_item)
                if data_item_len > 10000:
                    raise Invalid
                data_item_keys = set(data_item.keys())
                for data_item_key in data_item_keys:
                    if data_item_key not in []:
                        data_item_value = data_item.get(data_item_key)
                        validate___definitions_n9(data_item_value)
    return data


def validate___definitions_n186(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "limits" in data_keys:
            data_keys.remove("limits")
            data__limits = data["limits"]
            validate___definitions_n187(data__limits)
        if "requests" in data_keys:
            data_keys.remove("requests")
            data__requests = data["requests"]
            validate___definitions_n188(data__requests)
        for data_key in data_keys:
            if data_key not in ['limits', 'requests']:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n187(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n188(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n189(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n97(data_item)
    return data


def validate___definitions_n19(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n20(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n20(data_value)
    return data


def validate___definitions_n190(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n191(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n179(data_item)
    return data


def validate___definitions_n192(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "cluster_namespace" in data_keys:
            data_keys.remove("cluster_namespace")
            data__clusternamespace = data["cluster_namespace"]
            if not isinstance(data__clusternamespace, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['cluster_namespace']:
                data_value = data.get(data_key)
                validate___definitions_n5(data_value)
    return data


def validate___definitions_n193(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path']:
                data_value = data.get(data_key)
                validate___definitions_n4(data_value)
    return data


def validate___definitions_n194(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n195(data_item)
    return data


def validate___definitions_n195(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'value']:
                data_value = data.get(data_key)
                validate___definitions_n5(data_value)
    return data


def validate___definitions_n196(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n197(data_item)
    return data


def validate___definitions_n197(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "secret_name" in data_keys:
            data_keys.remove("secret_name")
            data__secretname = data["secret_name"]
            if not isinstance(data__secretname, (str)):
                raise Invalid
        if "secret_key" in data_keys:
            data_keys.remove("secret_key")
            data__secretkey = data["secret_key"]
            if not isinstance(data__secretkey, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'secret_name', 'secret_key']:
                data_value = data.get(data_key)
                validate___definitions_n5(data_value)
    return data


def validate___definitions_n198(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (str)):
                raise Invalid
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'external_container' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template'):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_n199(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_n200(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            validate___definitions_n201(data__secrets)
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (str)):
                raise Invalid
            if isinstance(data__id, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__id):
                    raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (str)):
                raise Invalid
            if isinstance(data__tenantid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__tenantid):
                    raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (str)):
                raise Invalid
            if isinstance(data__createdat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__createdat):
                    raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (str)):
                raise Invalid
            if isinstance(data__updatedat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__updatedat):
                    raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (str)):
                raise Invalid
            if not (isinstance(data__status, str) and data__status == 'AWAITING_DATABASE' or isinstance(data__status, str) and data__status == 'READY' or isinstance(data__status, str) and data__status == 'UNUSED' or isinstance(data__status, str) and data__status == 'AWAITING_DELETE' or isinstance(data__status, str) and data__status == 'UNKNOWN'):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__latestrevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__latestrevisionid):
                    raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__activerevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__activerevisionid):
                    raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            validate___definitions_n202(data__secretreferences)
        if "image_version" in data_keys:
            data_keys.remove("image_version")
            data__imageversion = data["image_version"]
            if not isinstance(data__imageversion, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n199(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_n122(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_n153(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n2(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n3(data_item)
    return data


def validate___definitions_n20(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n21(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n21(data_value)
    return data


def validate___definitions_n200(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if "repo_commit_sha" in data_keys:
            data_keys.remove("repo_commit_sha")
            data__repocommitsha = data["repo_commit_sha"]
            if not isinstance(data__repocommitsha, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n201(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n156(data_item)
    return data


def validate___definitions_n202(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n158(data_item)
    return data


def validate___definitions_n203(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (str)):
                raise Invalid
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'external_container' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template'):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_n204(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_n205(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            validate___definitions_n206(data__secrets)
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (str)):
                raise Invalid
            if isinstance(data__id, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__id):
                    raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (str)):
                raise Invalid
            if isinstance(data__tenantid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__tenantid):
                    raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (str)):
                raise Invalid
            if isinstance(data__createdat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__createdat):
                    raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (str)):
                raise Invalid
            if isinstance(data__updatedat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__updatedat):
                    raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (str)):
                raise Invalid
            if not (isinstance(data__status, str) and data__status == 'AWAITING_DATABASE' or isinstance(data__status, str) and data__status == 'READY' or isinstance(data__status, str) and data__status == 'UNUSED' or isinstance(data__status, str) and data__status == 'AWAITING_DELETE' or isinstance(data__status, str) and data__status == 'UNKNOWN'):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__latestrevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__latestrevisionid):
                    raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__activerevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__activerevisionid):
                    raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            validate___definitions_n207(data__secretreferences)
        if "image_version" in data_keys:
            data_keys.remove("image_version")
            data__imageversion = data["image_version"]
            if not isinstance(data__imageversion, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id', 'secret_references', 'image_version']:
                data_value = data.get(data_key)
                validate___definitions_n119(data_value)
    return data


def validate___definitions_n204(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_n161(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_n192(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['integration_id', 'repo_url', 'build_on_push', 'custom_url', 'resource_spec', 'listener_id', 'listener_config', 'install_command', 'build_command']:
                data_value = data.get(data_key)
                validate___definitions_n4(data_value)
    return data


def validate___definitions_n205(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if "repo_commit_sha" in data_keys:
            data_keys.remove("repo_commit_sha")
            data__repocommitsha = data["repo_commit_sha"]
            if not isinstance(data__repocommitsha, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['repo_ref', 'graph_config_path', 'image_uri', 'source_tarball_path', 'repo_commit_sha']:
                data_value = data.get(data_key)
                validate___definitions_n4(data_value)
    return data


def validate___definitions_n206(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n195(data_item)
    return data


def validate___definitions_n207(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n197(data_item)
    return data


def validate___definitions_n208(data):
    return data


def validate___definitions_n209(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    data__resources_item_any_of_count100 = 0
                    if not data__resources_item_any_of_count100:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "secret_references" in data__resources_item_keys:
                                    data__resources_item_keys.remove("secret_references")
                                    data__resources_item__secretreferences = data__resources_item["secret_references"]
                                    try:
                                        if not isinstance(data__resources_item__secretreferences, (list)):
                                            raise Invalid
                                        data__resources_item__secretreferences_is_list = isinstance(data__resources_item__secretreferences, (list))
                                        if data__resources_item__secretreferences_is_list:
                                            data__resources_item__secretreferences_len = len(data__resources_item__secretreferences)
                                            if data__resources_item__secretreferences_len < 1:
                                                raise Invalid
                                    except Invalid: pass
                                    else:
                                        raise Invalid
                            data__resources_item_any_of_count100 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count100:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "source" in data__resources_item_keys:
                                    data__resources_item_keys.remove("source")
                                    data__resources_item__source = data__resources_item["source"]
                                    if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'external_container'):
                                        raise Invalid
                            data__resources_item_any_of_count100 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count100:
                        raise Invalid
    return data


def validate___definitions_n21(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n22(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n22(data_value)
    return data


def validate___definitions_n210(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    data__resources_item_any_of_count99 = 0
                    if not data__resources_item_any_of_count99:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "source_revision_config" in data__resources_item_keys:
                                    data__resources_item_keys.remove("source_revision_config")
                                    data__resources_item__sourcerevisionconfig = data__resources_item["source_revision_config"]
                                    data__resources_item__sourcerevisionconfig_is_dict = isinstance(data__resources_item__sourcerevisionconfig, dict)
                                    if data__resources_item__sourcerevisionconfig_is_dict:
                                        data__resources_item__sourcerevisionconfig_keys = set(data__resources_item__sourcerevisionconfig.keys())
                                        if "repo_commit_sha" in data__resources_item__sourcerevisionconfig_keys:
                                            data__resources_item__sourcerevisionconfig_keys.remove("repo_commit_sha")
                                            data__resources_item__sourcerevisionconfig__repocommitsha = data__resources_item__sourcerevisionconfig["repo_commit_sha"]
                                            if not isinstance(data__resources_item__sourcerevisionconfig__repocommitsha, (NoneType)):
                                                raise Invalid
                            data__resources_item_any_of_count99 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count99:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "source" in data__resources_item_keys:
                                    data__resources_item_keys.remove("source")
                                    data__resources_item__source = data__resources_item["source"]
                                    if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'codehost'):
                                        raise Invalid
                            data__resources_item_any_of_count99 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count99:
                        raise Invalid
    return data


def validate___definitions_n211(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    data__resources_item_is_dict = isinstance(data__resources_item, dict)
                    if data__resources_item_is_dict:
                        data__resources_item_keys = set(data__resources_item.keys())
                        if "source" in data__resources_item_keys:
                            data__resources_item_keys.remove("source")
                            data__resources_item__source = data__resources_item["source"]
                            if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'codehost' or isinstance(data__resources_item__source, str) and data__resources_item__source == 'internal_container' or isinstance(data__resources_item__source, str) and data__resources_item__source == 'internal_source' or isinstance(data__resources_item__source, str) and data__resources_item__source == 'internal_template' or data__resources_item__source is None):
                                raise Invalid
    return data


def validate___definitions_n212(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    data__resources_item_any_of_count98 = 0
                    if not data__resources_item_any_of_count98:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "secret_references" in data__resources_item_keys:
                                    data__resources_item_keys.remove("secret_references")
                                    data__resources_item__secretreferences = data__resources_item["secret_references"]
                                    try:
                                        if not isinstance(data__resources_item__secretreferences, (list)):
                                            raise Invalid
                                        data__resources_item__secretreferences_is_list = isinstance(data__resources_item__secretreferences, (list))
                                        if data__resources_item__secretreferences_is_list:
                                            data__resources_item__secretreferences_len = len(data__resources_item__secretreferences)
                                            if data__resources_item__secretreferences_len < 1:
                                                raise Invalid
                                    except Invalid: pass
                                    else:
                                        raise Invalid
                            data__resources_item_any_of_count98 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count98:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "source" in data__resources_item_keys:
                                    data__resources_item_keys.remove("source")
                                    data__resources_item__source = data__resources_item["source"]
                                    if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'external_container'):
                                        raise Invalid
                            data__resources_item_any_of_count98 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count98:
                        raise Invalid
                    data__resources_item_is_dict = isinstance(data__resources_item, dict)
                    if data__resources_item_is_dict:
                        data__resources_item_keys = set(data__resources_item.keys())
                        if "source" in data__resources_item_keys:
                            data__resources_item_keys.remove("source")
                            data__resources_item__source = data__resources_item["source"]
                            if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'codehost' or isinstance(data__resources_item__source, str) and data__resources_item__source == 'internal_container' or isinstance(data__resources_item__source, str) and data__resources_item__source == 'internal_source' or isinstance(data__resources_item__source, str) and data__resources_item__source == 'internal_template' or data__resources_item__source is None):
                                raise Invalid
    return data


def validate___definitions_n213(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    data__resources_item_is_dict = isinstance(data__resources_item, dict)
                    if data__resources_item_is_dict:
                        data__resources_item_keys = set(data__resources_item.keys())
                        if "source" in data__resources_item_keys:
                            data__resources_item_keys.remove("source")
                            data__resources_item__source = data__resources_item["source"]
                            if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'external_container' or data__resources_item__source is None):
                                raise Invalid
    return data


def validate___definitions_n214(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            data__resources_is_list = isinstance(data__resources, (list))
            if data__resources_is_list:
                data__resources_len = len(data__resources)
                for data__resources_x, data__resources_item in enumerate(data__resources):
                    data__resources_item_any_of_count97 = 0
                    if not data__resources_item_any_of_count97:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "secret_references" in data__resources_item_keys:
                                    data__resources_item_keys.remove("secret_references")
                                    data__resources_item__secretreferences = data__resources_item["secret_references"]
                                    try:
                                        if not isinstance(data__resources_item__secretreferences, (list)):
                                            raise Invalid
                                        data__resources_item__secretreferences_is_list = isinstance(data__resources_item__secretreferences, (list))
                                        if data__resources_item__secretreferences_is_list:
                                            data__resources_item__secretreferences_len = len(data__resources_item__secretreferences)
                                            if data__resources_item__secretreferences_len < 1:
                                                raise Invalid
                                    except Invalid: pass
                                    else:
                                        raise Invalid
                            data__resources_item_any_of_count97 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count97:
                        try:
                            data__resources_item_is_dict = isinstance(data__resources_item, dict)
                            if data__resources_item_is_dict:
                                data__resources_item_keys = set(data__resources_item.keys())
                                if "source" in data__resources_item_keys:
                                    data__resources_item_keys.remove("source")
                                    data__resources_item__source = data__resources_item["source"]
                                    if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'external_container'):
                                        raise Invalid
                            data__resources_item_any_of_count97 += 1
                        except Invalid: pass
                    if not data__resources_item_any_of_count97:
                        raise Invalid
                    data__resources_item_is_dict = isinstance(data__resources_item, dict)
                    if data__resources_item_is_dict:
                        data__resources_item_keys = set(data__resources_item.keys())
                        if "source" in data__resources_item_keys:
                            data__resources_item_keys.remove("source")
                            data__resources_item__source = data__resources_item["source"]
                            if not (isinstance(data__resources_item__source, str) and data__resources_item__source == 'external_container' or data__resources_item__source is None):
                                raise Invalid
    return data


def validate___definitions_n215(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
    return data


def validate___definitions_n216(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
    return data


def validate___definitions_n217(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
    return data


def validate___definitions_n218(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    if not isinstance(data__sourceconfig__listenerconfig, (NoneType)):
                        raise Invalid
    return data


def validate___definitions_n219(data):
    data_any_of_count96 = 0
    if not data_any_of_count96:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count96 += 1
        except Invalid: pass
    if not data_any_of_count96:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count96 += 1
        except Invalid: pass
    if not data_any_of_count96:
        raise Invalid
    return data


def validate___definitions_n22(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n23(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n23(data_value)
    return data


def validate___definitions_n220(data):
    data_any_of_count95 = 0
    if not data_any_of_count95:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count95 += 1
        except Invalid: pass
    if not data_any_of_count95:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count95 += 1
        except Invalid: pass
    if not data_any_of_count95:
        raise Invalid
    return data


def validate___definitions_n221(data):
    data_any_of_count94 = 0
    if not data_any_of_count94:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count94 += 1
        except Invalid: pass
    if not data_any_of_count94:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container'):
                        raise Invalid
            data_any_of_count94 += 1
        except Invalid: pass
    if not data_any_of_count94:
        raise Invalid
    return data


def validate___definitions_n222(data):
    data_any_of_count93 = 0
    if not data_any_of_count93:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count93 += 1
        except Invalid: pass
    if not data_any_of_count93:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count93 += 1
        except Invalid: pass
    if not data_any_of_count93:
        raise Invalid
    return data


def validate___definitions_n223(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
    return data


def validate___definitions_n224(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
    return data


def validate___definitions_n225(data):
    data_any_of_count90 = 0
    if not data_any_of_count90:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count90 += 1
        except Invalid: pass
    if not data_any_of_count90:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count91 = 0
                                if not data__sourceconfig__buildonpush_any_of_count91:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count91 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count91:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count91 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count91:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count90 += 1
        except Invalid: pass
    if not data_any_of_count90:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count92 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count92:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count92 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count92:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count92 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count92:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count90 += 1
        except Invalid: pass
    if not data_any_of_count90:
        raise Invalid
    return data


def validate___definitions_n226(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
    return data


def validate___definitions_n227(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (NoneType)):
                raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (NoneType)):
                raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (NoneType)):
                raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (NoneType)):
                raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (NoneType)):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (NoneType)):
                raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (NoneType)):
                raise Invalid
    return data


def validate___definitions_n228(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n229(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n23(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n24(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n24(data_value)
    return data


def validate___definitions_n230(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item_keys = set(data__secrets_item.keys())
                        if "name" in data__secrets_item_keys:
                            data__secrets_item_keys.remove("name")
                            data__secrets_item__name = data__secrets_item["name"]
                            if not isinstance(data__secrets_item__name, (str)):
                                raise Invalid
                            if isinstance(data__secrets_item__name, str):
                                data__secrets_item__name_len = len(data__secrets_item__name)
                                if data__secrets_item__name_len < 1:
                                    raise Invalid
    return data


def validate___definitions_n231(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "resource_spec" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("resource_spec")
                    data__sourceconfig__resourcespec = data__sourceconfig["resource_spec"]
                    data__sourceconfig__resourcespec_is_dict = isinstance(data__sourceconfig__resourcespec, dict)
                    if data__sourceconfig__resourcespec_is_dict:
                        data__sourceconfig__resourcespec_keys = set(data__sourceconfig__resourcespec.keys())
                        if "init_containers" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("init_containers")
                            data__sourceconfig__resourcespec__initcontainers = data__sourceconfig__resourcespec["init_containers"]
                            data__sourceconfig__resourcespec__initcontainers_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers, (list))
                            if data__sourceconfig__resourcespec__initcontainers_is_list:
                                data__sourceconfig__resourcespec__initcontainers_len = len(data__sourceconfig__resourcespec__initcontainers)
                                for data__sourceconfig__resourcespec__initcontainers_x, data__sourceconfig__resourcespec__initcontainers_item in enumerate(data__sourceconfig__resourcespec__initcontainers):
                                    data__sourceconfig__resourcespec__initcontainers_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item, dict)
                                    if data__sourceconfig__resourcespec__initcontainers_item_is_dict:
                                        data__sourceconfig__resourcespec__initcontainers_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__initcontainers_item_keys:
                                            data__sourceconfig__resourcespec__initcontainers_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__initcontainers_item__env = data__sourceconfig__resourcespec__initcontainers_item["env"]
                                            data__sourceconfig__resourcespec__initcontainers_item__env_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env, (list))
                                            if data__sourceconfig__resourcespec__initcontainers_item__env_is_list:
                                                data__sourceconfig__resourcespec__initcontainers_item__env_len = len(data__sourceconfig__resourcespec__initcontainers_item__env)
                                                for data__sourceconfig__resourcespec__initcontainers_item__env_x, data__sourceconfig__resourcespec__initcontainers_item__env_item in enumerate(data__sourceconfig__resourcespec__initcontainers_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__initcontainers_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__value = data__sourceconfig__resourcespec__initcontainers_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom = data__sourceconfig__resourcespec__initcontainers_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
                        if "sidecars" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("sidecars")
                            data__sourceconfig__resourcespec__sidecars = data__sourceconfig__resourcespec["sidecars"]
                            data__sourceconfig__resourcespec__sidecars_is_list = isinstance(data__sourceconfig__resourcespec__sidecars, (list))
                            if data__sourceconfig__resourcespec__sidecars_is_list:
                                data__sourceconfig__resourcespec__sidecars_len = len(data__sourceconfig__resourcespec__sidecars)
                                for data__sourceconfig__resourcespec__sidecars_x, data__sourceconfig__resourcespec__sidecars_item in enumerate(data__sourceconfig__resourcespec__sidecars):
                                    data__sourceconfig__resourcespec__sidecars_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item, dict)
                                    if data__sourceconfig__resourcespec__sidecars_item_is_dict:
                                        data__sourceconfig__resourcespec__sidecars_item_keys = set(data__sourceconfig__resourcespec__sidecars_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__sidecars_item_keys:
                                            data__sourceconfig__resourcespec__sidecars_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__sidecars_item__env = data__sourceconfig__resourcespec__sidecars_item["env"]
                                            data__sourceconfig__resourcespec__sidecars_item__env_is_list = isinstance(data__sourceconfig__resourcespec__sidecars_item__env, (list))
                                            if data__sourceconfig__resourcespec__sidecars_item__env_is_list:
                                                data__sourceconfig__resourcespec__sidecars_item__env_len = len(data__sourceconfig__resourcespec__sidecars_item__env)
                                                for data__sourceconfig__resourcespec__sidecars_item__env_x, data__sourceconfig__resourcespec__sidecars_item__env_item in enumerate(data__sourceconfig__resourcespec__sidecars_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__sidecars_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item_keys = set(data__sourceconfig__resourcespec__sidecars_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__value = data__sourceconfig__resourcespec__sidecars_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom = data__sourceconfig__resourcespec__sidecars_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
    return data


def validate___definitions_n232(data):
    data_any_of_count87 = 0
    if not data_any_of_count87:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count87 += 1
        except Invalid: pass
    if not data_any_of_count87:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count88 = 0
                                if not data__sourceconfig__buildonpush_any_of_count88:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count88 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count88:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count88 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count88:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count87 += 1
        except Invalid: pass
    if not data_any_of_count87:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count89 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count89:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count89 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count89:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count89 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count89:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count87 += 1
        except Invalid: pass
    if not data_any_of_count87:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "image_uri" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("image_uri")
                    data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                    if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n233(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    if not isinstance(data__sourceconfig__listenerconfig, (NoneType)):
                        raise Invalid
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "resource_spec" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("resource_spec")
                    data__sourceconfig__resourcespec = data__sourceconfig["resource_spec"]
                    data__sourceconfig__resourcespec_is_dict = isinstance(data__sourceconfig__resourcespec, dict)
                    if data__sourceconfig__resourcespec_is_dict:
                        data__sourceconfig__resourcespec_keys = set(data__sourceconfig__resourcespec.keys())
                        if "init_containers" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("init_containers")
                            data__sourceconfig__resourcespec__initcontainers = data__sourceconfig__resourcespec["init_containers"]
                            data__sourceconfig__resourcespec__initcontainers_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers, (list))
                            if data__sourceconfig__resourcespec__initcontainers_is_list:
                                data__sourceconfig__resourcespec__initcontainers_len = len(data__sourceconfig__resourcespec__initcontainers)
                                for data__sourceconfig__resourcespec__initcontainers_x, data__sourceconfig__resourcespec__initcontainers_item in enumerate(data__sourceconfig__resourcespec__initcontainers):
                                    data__sourceconfig__resourcespec__initcontainers_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item, dict)
                                    if data__sourceconfig__resourcespec__initcontainers_item_is_dict:
                                        data__sourceconfig__resourcespec__initcontainers_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__initcontainers_item_keys:
                                            data__sourceconfig__resourcespec__initcontainers_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__initcontainers_item__env = data__sourceconfig__resourcespec__initcontainers_item["env"]
                                            data__sourceconfig__resourcespec__initcontainers_item__env_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env, (list))
                                            if data__sourceconfig__resourcespec__initcontainers_item__env_is_list:
                                                data__sourceconfig__resourcespec__initcontainers_item__env_len = len(data__sourceconfig__resourcespec__initcontainers_item__env)
                                                for data__sourceconfig__resourcespec__initcontainers_item__env_x, data__sourceconfig__resourcespec__initcontainers_item__env_item in enumerate(data__sourceconfig__resourcespec__initcontainers_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__initcontainers_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__value = data__sourceconfig__resourcespec__initcontainers_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom = data__sourceconfig__resourcespec__initcontainers_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
                        if "sidecars" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("sidecars")
                            data__sourceconfig__resourcespec__sidecars = data__sourceconfig__resourcespec["sidecars"]
                            data__sourceconfig__resourcespec__sidecars_is_list = isinstance(data__sourceconfig__resourcespec__sidecars, (list))
                            if data__sourceconfig__resourcespec__sidecars_is_list:
                                data__sourceconfig__resourcespec__sidecars_len = len(data__sourceconfig__resourcespec__sidecars)
                                for data__sourceconfig__resourcespec__sidecars_x, data__sourceconfig__resourcespec__sidecars_item in enumerate(data__sourceconfig__resourcespec__sidecars):
                                    data__sourceconfig__resourcespec__sidecars_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item, dict)
                                    if data__sourceconfig__resourcespec__sidecars_item_is_dict:
                                        data__sourceconfig__resourcespec__sidecars_item_keys = set(data__sourceconfig__resourcespec__sidecars_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__sidecars_item_keys:
                                            data__sourceconfig__resourcespec__sidecars_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__sidecars_item__env = data__sourceconfig__resourcespec__sidecars_item["env"]
                                            data__sourceconfig__resourcespec__sidecars_item__env_is_list = isinstance(data__sourceconfig__resourcespec__sidecars_item__env, (list))
                                            if data__sourceconfig__resourcespec__sidecars_item__env_is_list:
                                                data__sourceconfig__resourcespec__sidecars_item__env_len = len(data__sourceconfig__resourcespec__sidecars_item__env)
                                                for data__sourceconfig__resourcespec__sidecars_item__env_x, data__sourceconfig__resourcespec__sidecars_item__env_item in enumerate(data__sourceconfig__resourcespec__sidecars_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__sidecars_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item_keys = set(data__sourceconfig__resourcespec__sidecars_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__value = data__sourceconfig__resourcespec__sidecars_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom = data__sourceconfig__resourcespec__sidecars_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (NoneType)):
                raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (NoneType)):
                raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (NoneType)):
                raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (NoneType)):
                raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (NoneType)):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (NoneType)):
                raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item_keys = set(data__secrets_item.keys())
                        if "name" in data__secrets_item_keys:
                            data__secrets_item_keys.remove("name")
                            data__secrets_item__name = data__secrets_item["name"]
                            if not isinstance(data__secrets_item__name, (str)):
                                raise Invalid
                            if isinstance(data__secrets_item__name, str):
                                data__secrets_item__name_len = len(data__secrets_item__name)
                                if data__secrets_item__name_len < 1:
                                    raise Invalid
    return data


def validate___definitions_n234(data):
    data_any_of_count83 = 0
    if not data_any_of_count83:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count83 += 1
        except Invalid: pass
    if not data_any_of_count83:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count83 += 1
        except Invalid: pass
    if not data_any_of_count83:
        raise Invalid
    data_any_of_count84 = 0
    if not data_any_of_count84:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count84 += 1
        except Invalid: pass
    if not data_any_of_count84:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count84 += 1
        except Invalid: pass
    if not data_any_of_count84:
        raise Invalid
    data_any_of_count85 = 0
    if not data_any_of_count85:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count85 += 1
        except Invalid: pass
    if not data_any_of_count85:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container'):
                        raise Invalid
            data_any_of_count85 += 1
        except Invalid: pass
    if not data_any_of_count85:
        raise Invalid
    data_any_of_count86 = 0
    if not data_any_of_count86:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count86 += 1
        except Invalid: pass
    if not data_any_of_count86:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count86 += 1
        except Invalid: pass
    if not data_any_of_count86:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n235(data):
    data_any_of_count80 = 0
    if not data_any_of_count80:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count80 += 1
        except Invalid: pass
    if not data_any_of_count80:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count81 = 0
                                if not data__sourceconfig__buildonpush_any_of_count81:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count81 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count81:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count81 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count81:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count80 += 1
        except Invalid: pass
    if not data_any_of_count80:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count82 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count82:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count82 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count82:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count82 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count82:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count80 += 1
        except Invalid: pass
    if not data_any_of_count80:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
    return data


def validate___definitions_n236(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
    return data


def validate___definitions_n237(data):
    raise Invalid
    return data


def validate___definitions_n238(data):
    data_any_of_count77 = 0
    if not data_any_of_count77:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count77 += 1
        except Invalid: pass
    if not data_any_of_count77:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count78 = 0
                                if not data__sourceconfig__buildonpush_any_of_count78:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count78 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count78:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count78 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count78:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count77 += 1
        except Invalid: pass
    if not data_any_of_count77:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count79 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count79:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count79 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count79:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count79 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count79:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count77 += 1
        except Invalid: pass
    if not data_any_of_count77:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "image_uri" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("image_uri")
                    data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                    if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n239(data):
    if not isinstance(data, (dict)):
        raise Invalid
    raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    if not isinstance(data__sourceconfig__listenerconfig, (NoneType)):
                        raise Invalid
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "resource_spec" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("resource_spec")
                    data__sourceconfig__resourcespec = data__sourceconfig["resource_spec"]
                    data__sourceconfig__resourcespec_is_dict = isinstance(data__sourceconfig__resourcespec, dict)
                    if data__sourceconfig__resourcespec_is_dict:
                        data__sourceconfig__resourcespec_keys = set(data__sourceconfig__resourcespec.keys())
                        if "init_containers" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("init_containers")
                            data__sourceconfig__resourcespec__initcontainers = data__sourceconfig__resourcespec["init_containers"]
                            data__sourceconfig__resourcespec__initcontainers_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers, (list))
                            if data__sourceconfig__resourcespec__initcontainers_is_list:
                                data__sourceconfig__resourcespec__initcontainers_len = len(data__sourceconfig__resourcespec__initcontainers)
                                for data__sourceconfig__resourcespec__initcontainers_x, data__sourceconfig__resourcespec__initcontainers_item in enumerate(data__sourceconfig__resourcespec__initcontainers):
                                    data__sourceconfig__resourcespec__initcontainers_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item, dict)
                                    if data__sourceconfig__resourcespec__initcontainers_item_is_dict:
                                        data__sourceconfig__resourcespec__initcontainers_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__initcontainers_item_keys:
                                            data__sourceconfig__resourcespec__initcontainers_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__initcontainers_item__env = data__sourceconfig__resourcespec__initcontainers_item["env"]
                                            data__sourceconfig__resourcespec__initcontainers_item__env_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env, (list))
                                            if data__sourceconfig__resourcespec__initcontainers_item__env_is_list:
                                                data__sourceconfig__resourcespec__initcontainers_item__env_len = len(data__sourceconfig__resourcespec__initcontainers_item__env)
                                                for data__sourceconfig__resourcespec__initcontainers_item__env_x, data__sourceconfig__resourcespec__initcontainers_item__env_item in enumerate(data__sourceconfig__resourcespec__initcontainers_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__initcontainers_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__value = data__sourceconfig__resourcespec__initcontainers_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom = data__sourceconfig__resourcespec__initcontainers_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
                        if "sidecars" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("sidecars")
                            data__sourceconfig__resourcespec__sidecars = data__sourceconfig__resourcespec["sidecars"]
                            data__sourceconfig__resourcespec__sidecars_is_list = isinstance(data__sourceconfig__resourcespec__sidecars, (list))
                            if data__sourceconfig__resourcespec__sidecars_is_list:
                                data__sourceconfig__resourcespec__sidecars_len = len(data__sourceconfig__resourcespec__sidecars)
                                for data__sourceconfig__resourcespec__sidecars_x, data__sourceconfig__resourcespec__sidecars_item in enumerate(data__sourceconfig__resourcespec__sidecars):
                                    data__sourceconfig__resourcespec__sidecars_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item, dict)
                                    if data__sourceconfig__resourcespec__sidecars_item_is_dict:
                                        data__sourceconfig__resourcespec__sidecars_item_keys = set(data__sourceconfig__resourcespec__sidecars_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__sidecars_item_keys:
                                            data__sourceconfig__resourcespec__sidecars_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__sidecars_item__env = data__sourceconfig__resourcespec__sidecars_item["env"]
                                            data__sourceconfig__resourcespec__sidecars_item__env_is_list = isinstance(data__sourceconfig__resourcespec__sidecars_item__env, (list))
                                            if data__sourceconfig__resourcespec__sidecars_item__env_is_list:
                                                data__sourceconfig__resourcespec__sidecars_item__env_len = len(data__sourceconfig__resourcespec__sidecars_item__env)
                                                for data__sourceconfig__resourcespec__sidecars_item__env_x, data__sourceconfig__resourcespec__sidecars_item__env_item in enumerate(data__sourceconfig__resourcespec__sidecars_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__sidecars_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item_keys = set(data__sourceconfig__resourcespec__sidecars_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__value = data__sourceconfig__resourcespec__sidecars_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom = data__sourceconfig__resourcespec__sidecars_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (NoneType)):
                raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (NoneType)):
                raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (NoneType)):
                raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (NoneType)):
                raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (NoneType)):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (NoneType)):
                raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item_keys = set(data__secrets_item.keys())
                        if "name" in data__secrets_item_keys:
                            data__secrets_item_keys.remove("name")
                            data__secrets_item__name = data__secrets_item["name"]
                            if not isinstance(data__secrets_item__name, (str)):
                                raise Invalid
                            if isinstance(data__secrets_item__name, str):
                                data__secrets_item__name_len = len(data__secrets_item__name)
                                if data__secrets_item__name_len < 1:
                                    raise Invalid
    return data


def validate___definitions_n24(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n25(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n25(data_value)
    return data


def validate___definitions_n240(data):
    data_any_of_count73 = 0
    if not data_any_of_count73:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count73 += 1
        except Invalid: pass
    if not data_any_of_count73:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count73 += 1
        except Invalid: pass
    if not data_any_of_count73:
        raise Invalid
    data_any_of_count74 = 0
    if not data_any_of_count74:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count74 += 1
        except Invalid: pass
    if not data_any_of_count74:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count74 += 1
        except Invalid: pass
    if not data_any_of_count74:
        raise Invalid
    data_any_of_count75 = 0
    if not data_any_of_count75:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count75 += 1
        except Invalid: pass
    if not data_any_of_count75:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container'):
                        raise Invalid
            data_any_of_count75 += 1
        except Invalid: pass
    if not data_any_of_count75:
        raise Invalid
    data_any_of_count76 = 0
    if not data_any_of_count76:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count76 += 1
        except Invalid: pass
    if not data_any_of_count76:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count76 += 1
        except Invalid: pass
    if not data_any_of_count76:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n241(data):
    data_any_of_count72 = 0
    if not data_any_of_count72:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
            data_any_of_count72 += 1
        except Invalid: pass
    if not data_any_of_count72:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count72 += 1
        except Invalid: pass
    if not data_any_of_count72:
        raise Invalid
    return data


def validate___definitions_n242(data):
    data_any_of_count71 = 0
    if not data_any_of_count71:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
            data_any_of_count71 += 1
        except Invalid: pass
    if not data_any_of_count71:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count71 += 1
        except Invalid: pass
    if not data_any_of_count71:
        raise Invalid
    return data


def validate___definitions_n243(data):
    data_any_of_count70 = 0
    if not data_any_of_count70:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count70 += 1
        except Invalid: pass
    if not data_any_of_count70:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count70 += 1
        except Invalid: pass
    if not data_any_of_count70:
        raise Invalid
    return data


def validate___definitions_n244(data):
    data_any_of_count69 = 0
    if not data_any_of_count69:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "install_command" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("install_command")
                            data__sourceconfig__installcommand = data__sourceconfig["install_command"]
                            if not isinstance(data__sourceconfig__installcommand, (NoneType)):
                                raise Invalid
            data_any_of_count69 += 1
        except Invalid: pass
    if not data_any_of_count69:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count69 += 1
        except Invalid: pass
    if not data_any_of_count69:
        raise Invalid
    return data


def validate___definitions_n245(data):
    data_any_of_count68 = 0
    if not data_any_of_count68:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_command" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_command")
                            data__sourceconfig__buildcommand = data__sourceconfig["build_command"]
                            if not isinstance(data__sourceconfig__buildcommand, (NoneType)):
                                raise Invalid
            data_any_of_count68 += 1
        except Invalid: pass
    if not data_any_of_count68:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count68 += 1
        except Invalid: pass
    if not data_any_of_count68:
        raise Invalid
    return data


def validate___definitions_n246(data):
    data_any_of_count67 = 0
    if not data_any_of_count67:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count67 += 1
        except Invalid: pass
    if not data_any_of_count67:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count67 += 1
        except Invalid: pass
    if not data_any_of_count67:
        raise Invalid
    return data


def validate___definitions_n247(data):
    data_any_of_count66 = 0
    if not data_any_of_count66:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count66 += 1
        except Invalid: pass
    if not data_any_of_count66:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count66 += 1
        except Invalid: pass
    if not data_any_of_count66:
        raise Invalid
    return data


def validate___definitions_n248(data):
    data_any_of_count65 = 0
    if not data_any_of_count65:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count65 += 1
        except Invalid: pass
    if not data_any_of_count65:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count65 += 1
        except Invalid: pass
    if not data_any_of_count65:
        raise Invalid
    return data


def validate___definitions_n249(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or data__revisionsource is None):
                raise Invalid
    return data


def validate___definitions_n25(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n26(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n26(data_value)
    return data


def validate___definitions_n250(data):
    data_any_of_count62 = 0
    if not data_any_of_count62:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count62 += 1
        except Invalid: pass
    if not data_any_of_count62:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count63 = 0
                                if not data__sourceconfig__buildonpush_any_of_count63:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count63 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count63:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count63 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count63:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count62 += 1
        except Invalid: pass
    if not data_any_of_count62:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count64 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count64:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count64 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count64:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count64 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count64:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count62 += 1
        except Invalid: pass
    if not data_any_of_count62:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or data__revisionsource is None):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "graph_config_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("graph_config_path")
                    data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                    if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n251(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "install_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("install_command")
                    data__sourceconfig__installcommand = data__sourceconfig["install_command"]
                    if not isinstance(data__sourceconfig__installcommand, (NoneType)):
                        raise Invalid
                if "build_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_command")
                    data__sourceconfig__buildcommand = data__sourceconfig["build_command"]
                    if not isinstance(data__sourceconfig__buildcommand, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "resource_spec" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("resource_spec")
                    data__sourceconfig__resourcespec = data__sourceconfig["resource_spec"]
                    data__sourceconfig__resourcespec_is_dict = isinstance(data__sourceconfig__resourcespec, dict)
                    if data__sourceconfig__resourcespec_is_dict:
                        data__sourceconfig__resourcespec_keys = set(data__sourceconfig__resourcespec.keys())
                        if "init_containers" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("init_containers")
                            data__sourceconfig__resourcespec__initcontainers = data__sourceconfig__resourcespec["init_containers"]
                            data__sourceconfig__resourcespec__initcontainers_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers, (list))
                            if data__sourceconfig__resourcespec__initcontainers_is_list:
                                data__sourceconfig__resourcespec__initcontainers_len = len(data__sourceconfig__resourcespec__initcontainers)
                                for data__sourceconfig__resourcespec__initcontainers_x, data__sourceconfig__resourcespec__initcontainers_item in enumerate(data__sourceconfig__resourcespec__initcontainers):
                                    data__sourceconfig__resourcespec__initcontainers_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item, dict)
                                    if data__sourceconfig__resourcespec__initcontainers_item_is_dict:
                                        data__sourceconfig__resourcespec__initcontainers_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__initcontainers_item_keys:
                                            data__sourceconfig__resourcespec__initcontainers_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__initcontainers_item__env = data__sourceconfig__resourcespec__initcontainers_item["env"]
                                            data__sourceconfig__resourcespec__initcontainers_item__env_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env, (list))
                                            if data__sourceconfig__resourcespec__initcontainers_item__env_is_list:
                                                data__sourceconfig__resourcespec__initcontainers_item__env_len = len(data__sourceconfig__resourcespec__initcontainers_item__env)
                                                for data__sourceconfig__resourcespec__initcontainers_item__env_x, data__sourceconfig__resourcespec__initcontainers_item__env_item in enumerate(data__sourceconfig__resourcespec__initcontainers_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__initcontainers_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__value = data__sourceconfig__resourcespec__initcontainers_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom = data__sourceconfig__resourcespec__initcontainers_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
                        if "sidecars" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("sidecars")
                            data__sourceconfig__resourcespec__sidecars = data__sourceconfig__resourcespec["sidecars"]
                            data__sourceconfig__resourcespec__sidecars_is_list = isinstance(data__sourceconfig__resourcespec__sidecars, (list))
                            if data__sourceconfig__resourcespec__sidecars_is_list:
                                data__sourceconfig__resourcespec__sidecars_len = len(data__sourceconfig__resourcespec__sidecars)
                                for data__sourceconfig__resourcespec__sidecars_x, data__sourceconfig__resourcespec__sidecars_item in enumerate(data__sourceconfig__resourcespec__sidecars):
                                    data__sourceconfig__resourcespec__sidecars_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item, dict)
                                    if data__sourceconfig__resourcespec__sidecars_item_is_dict:
                                        data__sourceconfig__resourcespec__sidecars_item_keys = set(data__sourceconfig__resourcespec__sidecars_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__sidecars_item_keys:
                                            data__sourceconfig__resourcespec__sidecars_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__sidecars_item__env = data__sourceconfig__resourcespec__sidecars_item["env"]
                                            data__sourceconfig__resourcespec__sidecars_item__env_is_list = isinstance(data__sourceconfig__resourcespec__sidecars_item__env, (list))
                                            if data__sourceconfig__resourcespec__sidecars_item__env_is_list:
                                                data__sourceconfig__resourcespec__sidecars_item__env_len = len(data__sourceconfig__resourcespec__sidecars_item__env)
                                                for data__sourceconfig__resourcespec__sidecars_item__env_x, data__sourceconfig__resourcespec__sidecars_item__env_item in enumerate(data__sourceconfig__resourcespec__sidecars_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__sidecars_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item_keys = set(data__sourceconfig__resourcespec__sidecars_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__value = data__sourceconfig__resourcespec__sidecars_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom = data__sourceconfig__resourcespec__sidecars_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (NoneType)):
                raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (NoneType)):
                raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (NoneType)):
                raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (NoneType)):
                raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (NoneType)):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (NoneType)):
                raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item_keys = set(data__secrets_item.keys())
                        if "name" in data__secrets_item_keys:
                            data__secrets_item_keys.remove("name")
                            data__secrets_item__name = data__secrets_item["name"]
                            if not isinstance(data__secrets_item__name, (str)):
                                raise Invalid
                            if isinstance(data__secrets_item__name, str):
                                data__secrets_item__name_len = len(data__secrets_item__name)
                                if data__secrets_item__name_len < 1:
                                    raise Invalid
    return data


def validate___definitions_n252(data):
    data_any_of_count58 = 0
    if not data_any_of_count58:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count58 += 1
        except Invalid: pass
    if not data_any_of_count58:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count58 += 1
        except Invalid: pass
    if not data_any_of_count58:
        raise Invalid
    data_any_of_count59 = 0
    if not data_any_of_count59:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count59 += 1
        except Invalid: pass
    if not data_any_of_count59:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count59 += 1
        except Invalid: pass
    if not data_any_of_count59:
        raise Invalid
    data_any_of_count60 = 0
    if not data_any_of_count60:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count60 += 1
        except Invalid: pass
    if not data_any_of_count60:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count60 += 1
        except Invalid: pass
    if not data_any_of_count60:
        raise Invalid
    data_any_of_count61 = 0
    if not data_any_of_count61:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count61 += 1
        except Invalid: pass
    if not data_any_of_count61:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count61 += 1
        except Invalid: pass
    if not data_any_of_count61:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n253(data):
    data_any_of_count55 = 0
    if not data_any_of_count55:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count55 += 1
        except Invalid: pass
    if not data_any_of_count55:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count56 = 0
                                if not data__sourceconfig__buildonpush_any_of_count56:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count56 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count56:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count56 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count56:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count55 += 1
        except Invalid: pass
    if not data_any_of_count55:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count57 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count57:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count57 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count57:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count57 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count57:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count55 += 1
        except Invalid: pass
    if not data_any_of_count55:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "graph_config_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("graph_config_path")
                    data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                    if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n254(data):
    if not isinstance(data, (dict)):
        raise Invalid
    raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "install_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("install_command")
                    data__sourceconfig__installcommand = data__sourceconfig["install_command"]
                    if not isinstance(data__sourceconfig__installcommand, (NoneType)):
                        raise Invalid
                if "build_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_command")
                    data__sourceconfig__buildcommand = data__sourceconfig["build_command"]
                    if not isinstance(data__sourceconfig__buildcommand, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "resource_spec" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("resource_spec")
                    data__sourceconfig__resourcespec = data__sourceconfig["resource_spec"]
                    data__sourceconfig__resourcespec_is_dict = isinstance(data__sourceconfig__resourcespec, dict)
                    if data__sourceconfig__resourcespec_is_dict:
                        data__sourceconfig__resourcespec_keys = set(data__sourceconfig__resourcespec.keys())
                        if "init_containers" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("init_containers")
                            data__sourceconfig__resourcespec__initcontainers = data__sourceconfig__resourcespec["init_containers"]
                            data__sourceconfig__resourcespec__initcontainers_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers, (list))
                            if data__sourceconfig__resourcespec__initcontainers_is_list:
                                data__sourceconfig__resourcespec__initcontainers_len = len(data__sourceconfig__resourcespec__initcontainers)
                                for data__sourceconfig__resourcespec__initcontainers_x, data__sourceconfig__resourcespec__initcontainers_item in enumerate(data__sourceconfig__resourcespec__initcontainers):
                                    data__sourceconfig__resourcespec__initcontainers_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item, dict)
                                    if data__sourceconfig__resourcespec__initcontainers_item_is_dict:
                                        data__sourceconfig__resourcespec__initcontainers_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__initcontainers_item_keys:
                                            data__sourceconfig__resourcespec__initcontainers_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__initcontainers_item__env = data__sourceconfig__resourcespec__initcontainers_item["env"]
                                            data__sourceconfig__resourcespec__initcontainers_item__env_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env, (list))
                                            if data__sourceconfig__resourcespec__initcontainers_item__env_is_list:
                                                data__sourceconfig__resourcespec__initcontainers_item__env_len = len(data__sourceconfig__resourcespec__initcontainers_item__env)
                                                for data__sourceconfig__resourcespec__initcontainers_item__env_x, data__sourceconfig__resourcespec__initcontainers_item__env_item in enumerate(data__sourceconfig__resourcespec__initcontainers_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__initcontainers_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__value = data__sourceconfig__resourcespec__initcontainers_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom = data__sourceconfig__resourcespec__initcontainers_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
                        if "sidecars" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("sidecars")
                            data__sourceconfig__resourcespec__sidecars = data__sourceconfig__resourcespec["sidecars"]
                            data__sourceconfig__resourcespec__sidecars_is_list = isinstance(data__sourceconfig__resourcespec__sidecars, (list))
                            if data__sourceconfig__resourcespec__sidecars_is_list:
                                data__sourceconfig__resourcespec__sidecars_len = len(data__sourceconfig__resourcespec__sidecars)
                                for data__sourceconfig__resourcespec__sidecars_x, data__sourceconfig__resourcespec__sidecars_item in enumerate(data__sourceconfig__resourcespec__sidecars):
                                    data__sourceconfig__resourcespec__sidecars_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item, dict)
                                    if data__sourceconfig__resourcespec__sidecars_item_is_dict:
                                        data__sourceconfig__resourcespec__sidecars_item_keys = set(data__sourceconfig__resourcespec__sidecars_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__sidecars_item_keys:
                                            data__sourceconfig__resourcespec__sidecars_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__sidecars_item__env = data__sourceconfig__resourcespec__sidecars_item["env"]
                                            data__sourceconfig__resourcespec__sidecars_item__env_is_list = isinstance(data__sourceconfig__resourcespec__sidecars_item__env, (list))
                                            if data__sourceconfig__resourcespec__sidecars_item__env_is_list:
                                                data__sourceconfig__resourcespec__sidecars_item__env_len = len(data__sourceconfig__resourcespec__sidecars_item__env)
                                                for data__sourceconfig__resourcespec__sidecars_item__env_x, data__sourceconfig__resourcespec__sidecars_item__env_item in enumerate(data__sourceconfig__resourcespec__sidecars_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__sidecars_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item_keys = set(data__sourceconfig__resourcespec__sidecars_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__value = data__sourceconfig__resourcespec__sidecars_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom = data__sourceconfig__resourcespec__sidecars_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (NoneType)):
                raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (NoneType)):
                raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (NoneType)):
                raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (NoneType)):
                raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (NoneType)):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (NoneType)):
                raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item_keys = set(data__secrets_item.keys())
                        if "name" in data__secrets_item_keys:
                            data__secrets_item_keys.remove("name")
                            data__secrets_item__name = data__secrets_item["name"]
                            if not isinstance(data__secrets_item__name, (str)):
                                raise Invalid
                            if isinstance(data__secrets_item__name, str):
                                data__secrets_item__name_len = len(data__secrets_item__name)
                                if data__secrets_item__name_len < 1:
                                    raise Invalid
    return data


def validate___definitions_n255(data):
    data_any_of_count51 = 0
    if not data_any_of_count51:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count51 += 1
        except Invalid: pass
    if not data_any_of_count51:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count51 += 1
        except Invalid: pass
    if not data_any_of_count51:
        raise Invalid
    data_any_of_count52 = 0
    if not data_any_of_count52:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count52 += 1
        except Invalid: pass
    if not data_any_of_count52:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count52 += 1
        except Invalid: pass
    if not data_any_of_count52:
        raise Invalid
    data_any_of_count53 = 0
    if not data_any_of_count53:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count53 += 1
        except Invalid: pass
    if not data_any_of_count53:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count53 += 1
        except Invalid: pass
    if not data_any_of_count53:
        raise Invalid
    data_any_of_count54 = 0
    if not data_any_of_count54:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count54 += 1
        except Invalid: pass
    if not data_any_of_count54:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count54 += 1
        except Invalid: pass
    if not data_any_of_count54:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n256(data):
    data_any_of_count48 = 0
    if not data_any_of_count48:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count48 += 1
        except Invalid: pass
    if not data_any_of_count48:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count49 = 0
                                if not data__sourceconfig__buildonpush_any_of_count49:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count49 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count49:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count49 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count49:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count48 += 1
        except Invalid: pass
    if not data_any_of_count48:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count50 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count50:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count50 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count50:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count50 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count50:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count48 += 1
        except Invalid: pass
    if not data_any_of_count48:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "graph_config_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("graph_config_path")
                    data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                    if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n257(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    if not isinstance(data__sourceconfig__listenerconfig, (NoneType)):
                        raise Invalid
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "install_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("install_command")
                    data__sourceconfig__installcommand = data__sourceconfig["install_command"]
                    if not isinstance(data__sourceconfig__installcommand, (NoneType)):
                        raise Invalid
                if "build_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_command")
                    data__sourceconfig__buildcommand = data__sourceconfig["build_command"]
                    if not isinstance(data__sourceconfig__buildcommand, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "resource_spec" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("resource_spec")
                    data__sourceconfig__resourcespec = data__sourceconfig["resource_spec"]
                    data__sourceconfig__resourcespec_is_dict = isinstance(data__sourceconfig__resourcespec, dict)
                    if data__sourceconfig__resourcespec_is_dict:
                        data__sourceconfig__resourcespec_keys = set(data__sourceconfig__resourcespec.keys())
                        if "init_containers" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("init_containers")
                            data__sourceconfig__resourcespec__initcontainers = data__sourceconfig__resourcespec["init_containers"]
                            data__sourceconfig__resourcespec__initcontainers_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers, (list))
                            if data__sourceconfig__resourcespec__initcontainers_is_list:
                                data__sourceconfig__resourcespec__initcontainers_len = len(data__sourceconfig__resourcespec__initcontainers)
                                for data__sourceconfig__resourcespec__initcontainers_x, data__sourceconfig__resourcespec__initcontainers_item in enumerate(data__sourceconfig__resourcespec__initcontainers):
                                    data__sourceconfig__resourcespec__initcontainers_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item, dict)
                                    if data__sourceconfig__resourcespec__initcontainers_item_is_dict:
                                        data__sourceconfig__resourcespec__initcontainers_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__initcontainers_item_keys:
                                            data__sourceconfig__resourcespec__initcontainers_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__initcontainers_item__env = data__sourceconfig__resourcespec__initcontainers_item["env"]
                                            data__sourceconfig__resourcespec__initcontainers_item__env_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env, (list))
                                            if data__sourceconfig__resourcespec__initcontainers_item__env_is_list:
                                                data__sourceconfig__resourcespec__initcontainers_item__env_len = len(data__sourceconfig__resourcespec__initcontainers_item__env)
                                                for data__sourceconfig__resourcespec__initcontainers_item__env_x, data__sourceconfig__resourcespec__initcontainers_item__env_item in enumerate(data__sourceconfig__resourcespec__initcontainers_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__initcontainers_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__value = data__sourceconfig__resourcespec__initcontainers_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom = data__sourceconfig__resourcespec__initcontainers_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
                        if "sidecars" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("sidecars")
                            data__sourceconfig__resourcespec__sidecars = data__sourceconfig__resourcespec["sidecars"]
                            data__sourceconfig__resourcespec__sidecars_is_list = isinstance(data__sourceconfig__resourcespec__sidecars, (list))
                            if data__sourceconfig__resourcespec__sidecars_is_list:
                                data__sourceconfig__resourcespec__sidecars_len = len(data__sourceconfig__resourcespec__sidecars)
                                for data__sourceconfig__resourcespec__sidecars_x, data__sourceconfig__resourcespec__sidecars_item in enumerate(data__sourceconfig__resourcespec__sidecars):
                                    data__sourceconfig__resourcespec__sidecars_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item, dict)
                                    if data__sourceconfig__resourcespec__sidecars_item_is_dict:
                                        data__sourceconfig__resourcespec__sidecars_item_keys = set(data__sourceconfig__resourcespec__sidecars_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__sidecars_item_keys:
                                            data__sourceconfig__resourcespec__sidecars_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__sidecars_item__env = data__sourceconfig__resourcespec__sidecars_item["env"]
                                            data__sourceconfig__resourcespec__sidecars_item__env_is_list = isinstance(data__sourceconfig__resourcespec__sidecars_item__env, (list))
                                            if data__sourceconfig__resourcespec__sidecars_item__env_is_list:
                                                data__sourceconfig__resourcespec__sidecars_item__env_len = len(data__sourceconfig__resourcespec__sidecars_item__env)
                                                for data__sourceconfig__resourcespec__sidecars_item__env_x, data__sourceconfig__resourcespec__sidecars_item__env_item in enumerate(data__sourceconfig__resourcespec__sidecars_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__sidecars_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item_keys = set(data__sourceconfig__resourcespec__sidecars_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__value = data__sourceconfig__resourcespec__sidecars_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom = data__sourceconfig__resourcespec__sidecars_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (NoneType)):
                raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (NoneType)):
                raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (NoneType)):
                raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (NoneType)):
                raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (NoneType)):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (NoneType)):
                raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item_keys = set(data__secrets_item.keys())
                        if "name" in data__secrets_item_keys:
                            data__secrets_item_keys.remove("name")
                            data__secrets_item__name = data__secrets_item["name"]
                            if not isinstance(data__secrets_item__name, (str)):
                                raise Invalid
                            if isinstance(data__secrets_item__name, str):
                                data__secrets_item__name_len = len(data__secrets_item__name)
                                if data__secrets_item__name_len < 1:
                                    raise Invalid
    return data


def validate___definitions_n258(data):
    data_any_of_count44 = 0
    if not data_any_of_count44:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count44 += 1
        except Invalid: pass
    if not data_any_of_count44:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count44 += 1
        except Invalid: pass
    if not data_any_of_count44:
        raise Invalid
    data_any_of_count45 = 0
    if not data_any_of_count45:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count45 += 1
        except Invalid: pass
    if not data_any_of_count45:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count45 += 1
        except Invalid: pass
    if not data_any_of_count45:
        raise Invalid
    data_any_of_count46 = 0
    if not data_any_of_count46:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count46 += 1
        except Invalid: pass
    if not data_any_of_count46:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count46 += 1
        except Invalid: pass
    if not data_any_of_count46:
        raise Invalid
    data_any_of_count47 = 0
    if not data_any_of_count47:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count47 += 1
        except Invalid: pass
    if not data_any_of_count47:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count47 += 1
        except Invalid: pass
    if not data_any_of_count47:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n259(data):
    data_any_of_count41 = 0
    if not data_any_of_count41:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count41 += 1
        except Invalid: pass
    if not data_any_of_count41:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count42 = 0
                                if not data__sourceconfig__buildonpush_any_of_count42:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count42 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count42:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count42 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count42:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count41 += 1
        except Invalid: pass
    if not data_any_of_count41:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count43 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count43:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count43 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count43:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count43 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count43:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count41 += 1
        except Invalid: pass
    if not data_any_of_count41:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "graph_config_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("graph_config_path")
                    data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                    if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n26(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n27(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n27(data_value)
    return data


def validate___definitions_n260(data):
    if not isinstance(data, (dict)):
        raise Invalid
    raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    if not isinstance(data__sourceconfig__listenerconfig, (NoneType)):
                        raise Invalid
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "install_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("install_command")
                    data__sourceconfig__installcommand = data__sourceconfig["install_command"]
                    if not isinstance(data__sourceconfig__installcommand, (NoneType)):
                        raise Invalid
                if "build_command" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_command")
                    data__sourceconfig__buildcommand = data__sourceconfig["build_command"]
                    if not isinstance(data__sourceconfig__buildcommand, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "resource_spec" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("resource_spec")
                    data__sourceconfig__resourcespec = data__sourceconfig["resource_spec"]
                    data__sourceconfig__resourcespec_is_dict = isinstance(data__sourceconfig__resourcespec, dict)
                    if data__sourceconfig__resourcespec_is_dict:
                        data__sourceconfig__resourcespec_keys = set(data__sourceconfig__resourcespec.keys())
                        if "init_containers" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("init_containers")
                            data__sourceconfig__resourcespec__initcontainers = data__sourceconfig__resourcespec["init_containers"]
                            data__sourceconfig__resourcespec__initcontainers_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers, (list))
                            if data__sourceconfig__resourcespec__initcontainers_is_list:
                                data__sourceconfig__resourcespec__initcontainers_len = len(data__sourceconfig__resourcespec__initcontainers)
                                for data__sourceconfig__resourcespec__initcontainers_x, data__sourceconfig__resourcespec__initcontainers_item in enumerate(data__sourceconfig__resourcespec__initcontainers):
                                    data__sourceconfig__resourcespec__initcontainers_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item, dict)
                                    if data__sourceconfig__resourcespec__initcontainers_item_is_dict:
                                        data__sourceconfig__resourcespec__initcontainers_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__initcontainers_item_keys:
                                            data__sourceconfig__resourcespec__initcontainers_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__initcontainers_item__env = data__sourceconfig__resourcespec__initcontainers_item["env"]
                                            data__sourceconfig__resourcespec__initcontainers_item__env_is_list = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env, (list))
                                            if data__sourceconfig__resourcespec__initcontainers_item__env_is_list:
                                                data__sourceconfig__resourcespec__initcontainers_item__env_len = len(data__sourceconfig__resourcespec__initcontainers_item__env)
                                                for data__sourceconfig__resourcespec__initcontainers_item__env_x, data__sourceconfig__resourcespec__initcontainers_item__env_item in enumerate(data__sourceconfig__resourcespec__initcontainers_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__initcontainers_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__initcontainers_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__initcontainers_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__initcontainers_item__env_item_keys = set(data__sourceconfig__resourcespec__initcontainers_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__value = data__sourceconfig__resourcespec__initcontainers_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__initcontainers_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom = data__sourceconfig__resourcespec__initcontainers_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__initcontainers_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
                        if "sidecars" in data__sourceconfig__resourcespec_keys:
                            data__sourceconfig__resourcespec_keys.remove("sidecars")
                            data__sourceconfig__resourcespec__sidecars = data__sourceconfig__resourcespec["sidecars"]
                            data__sourceconfig__resourcespec__sidecars_is_list = isinstance(data__sourceconfig__resourcespec__sidecars, (list))
                            if data__sourceconfig__resourcespec__sidecars_is_list:
                                data__sourceconfig__resourcespec__sidecars_len = len(data__sourceconfig__resourcespec__sidecars)
                                for data__sourceconfig__resourcespec__sidecars_x, data__sourceconfig__resourcespec__sidecars_item in enumerate(data__sourceconfig__resourcespec__sidecars):
                                    data__sourceconfig__resourcespec__sidecars_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item, dict)
                                    if data__sourceconfig__resourcespec__sidecars_item_is_dict:
                                        data__sourceconfig__resourcespec__sidecars_item_keys = set(data__sourceconfig__resourcespec__sidecars_item.keys())
                                        if "env" in data__sourceconfig__resourcespec__sidecars_item_keys:
                                            data__sourceconfig__resourcespec__sidecars_item_keys.remove("env")
                                            data__sourceconfig__resourcespec__sidecars_item__env = data__sourceconfig__resourcespec__sidecars_item["env"]
                                            data__sourceconfig__resourcespec__sidecars_item__env_is_list = isinstance(data__sourceconfig__resourcespec__sidecars_item__env, (list))
                                            if data__sourceconfig__resourcespec__sidecars_item__env_is_list:
                                                data__sourceconfig__resourcespec__sidecars_item__env_len = len(data__sourceconfig__resourcespec__sidecars_item__env)
                                                for data__sourceconfig__resourcespec__sidecars_item__env_x, data__sourceconfig__resourcespec__sidecars_item__env_item in enumerate(data__sourceconfig__resourcespec__sidecars_item__env):
                                                    try:
                                                        if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, (dict)):
                                                            raise Invalid
                                                        data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict = isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item, dict)
                                                        if data__sourceconfig__resourcespec__sidecars_item__env_item_is_dict:
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys = set(['value', 'valueFrom']) - data__sourceconfig__resourcespec__sidecars_item__env_item.keys()
                                                            if data__sourceconfig__resourcespec__sidecars_item__env_item__missing_keys:
                                                                raise Invalid
                                                            data__sourceconfig__resourcespec__sidecars_item__env_item_keys = set(data__sourceconfig__resourcespec__sidecars_item__env_item.keys())
                                                            if "value" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("value")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__value = data__sourceconfig__resourcespec__sidecars_item__env_item["value"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__value, (str)):
                                                                    raise Invalid
                                                            if "valueFrom" in data__sourceconfig__resourcespec__sidecars_item__env_item_keys:
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item_keys.remove("valueFrom")
                                                                data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom = data__sourceconfig__resourcespec__sidecars_item__env_item["valueFrom"]
                                                                if not isinstance(data__sourceconfig__resourcespec__sidecars_item__env_item__valueFrom, (dict)):
                                                                    raise Invalid
                                                    except Invalid: pass
                                                    else:
                                                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (NoneType)):
                raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (NoneType)):
                raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (NoneType)):
                raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (NoneType)):
                raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (NoneType)):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (NoneType)):
                raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item_keys = set(data__secrets_item.keys())
                        if "name" in data__secrets_item_keys:
                            data__secrets_item_keys.remove("name")
                            data__secrets_item__name = data__secrets_item["name"]
                            if not isinstance(data__secrets_item__name, (str)):
                                raise Invalid
                            if isinstance(data__secrets_item__name, str):
                                data__secrets_item__name_len = len(data__secrets_item__name)
                                if data__secrets_item__name_len < 1:
                                    raise Invalid
    return data


def validate___definitions_n261(data):
    data_any_of_count37 = 0
    if not data_any_of_count37:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count37 += 1
        except Invalid: pass
    if not data_any_of_count37:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count37 += 1
        except Invalid: pass
    if not data_any_of_count37:
        raise Invalid
    data_any_of_count38 = 0
    if not data_any_of_count38:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count38 += 1
        except Invalid: pass
    if not data_any_of_count38:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count38 += 1
        except Invalid: pass
    if not data_any_of_count38:
        raise Invalid
    data_any_of_count39 = 0
    if not data_any_of_count39:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count39 += 1
        except Invalid: pass
    if not data_any_of_count39:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count39 += 1
        except Invalid: pass
    if not data_any_of_count39:
        raise Invalid
    data_any_of_count40 = 0
    if not data_any_of_count40:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count40 += 1
        except Invalid: pass
    if not data_any_of_count40:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count40 += 1
        except Invalid: pass
    if not data_any_of_count40:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n262(data):
    data_any_of_count36 = 0
    if not data_any_of_count36:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count36 += 1
        except Invalid: pass
    if not data_any_of_count36:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count36 += 1
        except Invalid: pass
    if not data_any_of_count36:
        raise Invalid
    return data


def validate___definitions_n263(data):
    data_any_of_count33 = 0
    if not data_any_of_count33:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count33 += 1
        except Invalid: pass
    if not data_any_of_count33:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count34 = 0
                                if not data__sourceconfig__buildonpush_any_of_count34:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count34 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count34:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count34 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count34:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count33 += 1
        except Invalid: pass
    if not data_any_of_count33:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count35 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count35:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count35 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count35:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count35 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count35:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count33 += 1
        except Invalid: pass
    if not data_any_of_count33:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "image_uri" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("image_uri")
                    data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                    if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n264(data):
    data_any_of_count29 = 0
    if not data_any_of_count29:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count29 += 1
        except Invalid: pass
    if not data_any_of_count29:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count29 += 1
        except Invalid: pass
    if not data_any_of_count29:
        raise Invalid
    data_any_of_count30 = 0
    if not data_any_of_count30:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count30 += 1
        except Invalid: pass
    if not data_any_of_count30:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count30 += 1
        except Invalid: pass
    if not data_any_of_count30:
        raise Invalid
    data_any_of_count31 = 0
    if not data_any_of_count31:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count31 += 1
        except Invalid: pass
    if not data_any_of_count31:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container'):
                        raise Invalid
            data_any_of_count31 += 1
        except Invalid: pass
    if not data_any_of_count31:
        raise Invalid
    data_any_of_count32 = 0
    if not data_any_of_count32:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count32 += 1
        except Invalid: pass
    if not data_any_of_count32:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count32 += 1
        except Invalid: pass
    if not data_any_of_count32:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n265(data):
    data_any_of_count26 = 0
    if not data_any_of_count26:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count26 += 1
        except Invalid: pass
    if not data_any_of_count26:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count27 = 0
                                if not data__sourceconfig__buildonpush_any_of_count27:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count27 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count27:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count27 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count27:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count26 += 1
        except Invalid: pass
    if not data_any_of_count26:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count28 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count28:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count28 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count28:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count28 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count28:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count26 += 1
        except Invalid: pass
    if not data_any_of_count26:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "image_uri" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("image_uri")
                    data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                    if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n266(data):
    data_any_of_count22 = 0
    if not data_any_of_count22:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count22 += 1
        except Invalid: pass
    if not data_any_of_count22:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count22 += 1
        except Invalid: pass
    if not data_any_of_count22:
        raise Invalid
    data_any_of_count23 = 0
    if not data_any_of_count23:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count23 += 1
        except Invalid: pass
    if not data_any_of_count23:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count23 += 1
        except Invalid: pass
    if not data_any_of_count23:
        raise Invalid
    data_any_of_count24 = 0
    if not data_any_of_count24:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count24 += 1
        except Invalid: pass
    if not data_any_of_count24:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container'):
                        raise Invalid
            data_any_of_count24 += 1
        except Invalid: pass
    if not data_any_of_count24:
        raise Invalid
    data_any_of_count25 = 0
    if not data_any_of_count25:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count25 += 1
        except Invalid: pass
    if not data_any_of_count25:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or data__revisionsource is None):
                        raise Invalid
            data_any_of_count25 += 1
        except Invalid: pass
    if not data_any_of_count25:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n267(data):
    data_any_of_count19 = 0
    if not data_any_of_count19:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count19 += 1
        except Invalid: pass
    if not data_any_of_count19:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count20 = 0
                                if not data__sourceconfig__buildonpush_any_of_count20:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count20 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count20:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count20 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count20:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count19 += 1
        except Invalid: pass
    if not data_any_of_count19:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count21 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count21:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count21 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count21:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count21 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count21:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count19 += 1
        except Invalid: pass
    if not data_any_of_count19:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "image_uri" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("image_uri")
                    data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                    if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "graph_config_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("graph_config_path")
                    data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                    if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n268(data):
    data_any_of_count15 = 0
    if not data_any_of_count15:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count15 += 1
        except Invalid: pass
    if not data_any_of_count15:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count15 += 1
        except Invalid: pass
    if not data_any_of_count15:
        raise Invalid
    data_any_of_count16 = 0
    if not data_any_of_count16:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count16 += 1
        except Invalid: pass
    if not data_any_of_count16:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count16 += 1
        except Invalid: pass
    if not data_any_of_count16:
        raise Invalid
    data_any_of_count17 = 0
    if not data_any_of_count17:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count17 += 1
        except Invalid: pass
    if not data_any_of_count17:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container'):
                        raise Invalid
            data_any_of_count17 += 1
        except Invalid: pass
    if not data_any_of_count17:
        raise Invalid
    data_any_of_count18 = 0
    if not data_any_of_count18:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count18 += 1
        except Invalid: pass
    if not data_any_of_count18:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count18 += 1
        except Invalid: pass
    if not data_any_of_count18:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n269(data):
    data_any_of_count12 = 0
    if not data_any_of_count12:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count12 += 1
        except Invalid: pass
    if not data_any_of_count12:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count13 = 0
                                if not data__sourceconfig__buildonpush_any_of_count13:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count13 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count13:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count13 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count13:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count12 += 1
        except Invalid: pass
    if not data_any_of_count12:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count14 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count14:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count14 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count14:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count14 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count14:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count12 += 1
        except Invalid: pass
    if not data_any_of_count12:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "graph_config_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("graph_config_path")
                    data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                    if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                        raise Invalid
                if "image_uri" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("image_uri")
                    data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                    if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n27(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n28(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n28(data_value)
    return data


def validate___definitions_n270(data):
    data_any_of_count8 = 0
    if not data_any_of_count8:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "integration_id" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("integration_id")
                            data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                            if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                                raise Invalid
                        if "repo_url" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("repo_url")
                            data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                            if not isinstance(data__sourceconfig__repourl, (NoneType)):
                                raise Invalid
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                raise Invalid
            data_any_of_count8 += 1
        except Invalid: pass
    if not data_any_of_count8:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost'):
                        raise Invalid
            data_any_of_count8 += 1
        except Invalid: pass
    if not data_any_of_count8:
        raise Invalid
    data_any_of_count9 = 0
    if not data_any_of_count9:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "graph_config_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("graph_config_path")
                            data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                            if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                                raise Invalid
            data_any_of_count9 += 1
        except Invalid: pass
    if not data_any_of_count9:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count9 += 1
        except Invalid: pass
    if not data_any_of_count9:
        raise Invalid
    data_any_of_count10 = 0
    if not data_any_of_count10:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "image_uri" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("image_uri")
                            data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                            if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                                raise Invalid
            data_any_of_count10 += 1
        except Invalid: pass
    if not data_any_of_count10:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container'):
                        raise Invalid
            data_any_of_count10 += 1
        except Invalid: pass
    if not data_any_of_count10:
        raise Invalid
    data_any_of_count11 = 0
    if not data_any_of_count11:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "source_tarball_path" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("source_tarball_path")
                            data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                            if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                                raise Invalid
            data_any_of_count11 += 1
        except Invalid: pass
    if not data_any_of_count11:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['revision_source']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "revision_source" in data_keys:
                    data_keys.remove("revision_source")
                    data__revisionsource = data["revision_source"]
                    if not (isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source'):
                        raise Invalid
            data_any_of_count11 += 1
        except Invalid: pass
    if not data_any_of_count11:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n271(data):
    data_any_of_count5 = 0
    if not data_any_of_count5:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                    raise Invalid
                                if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                    raise Invalid
                                if isinstance(data__sourcerevisionconfig__reporef, str):
                                    if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                        raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count5 += 1
        except Invalid: pass
    if not data_any_of_count5:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_config" in data_keys:
                    data_keys.remove("source_config")
                    data__sourceconfig = data["source_config"]
                    if not isinstance(data__sourceconfig, (dict)):
                        raise Invalid
                    data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
                    if data__sourceconfig_is_dict:
                        data__sourceconfig__missing_keys = set(['build_on_push']) - data__sourceconfig.keys()
                        if data__sourceconfig__missing_keys:
                            raise Invalid
                        data__sourceconfig_keys = set(data__sourceconfig.keys())
                        if "build_on_push" in data__sourceconfig_keys:
                            data__sourceconfig_keys.remove("build_on_push")
                            data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                            try:
                                data__sourceconfig__buildonpush_any_of_count6 = 0
                                if not data__sourceconfig__buildonpush_any_of_count6:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (NoneType)):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count6 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count6:
                                    try:
                                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                                            raise Invalid
                                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                                            raise Invalid
                                        data__sourceconfig__buildonpush_any_of_count6 += 1
                                    except Invalid: pass
                                if not data__sourceconfig__buildonpush_any_of_count6:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count5 += 1
        except Invalid: pass
    if not data_any_of_count5:
        try:
            if not isinstance(data, (dict)):
                raise Invalid
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data__missing_keys = set(['source_revision_config']) - data.keys()
                if data__missing_keys:
                    raise Invalid
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    if not isinstance(data__sourcerevisionconfig, (dict)):
                        raise Invalid
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig__missing_keys = set(['repo_ref']) - data__sourcerevisionconfig.keys()
                        if data__sourcerevisionconfig__missing_keys:
                            raise Invalid
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_ref" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_ref")
                            data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                            try:
                                data__sourcerevisionconfig__reporef_any_of_count7 = 0
                                if not data__sourcerevisionconfig__reporef_any_of_count7:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                                            raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count7 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count7:
                                    try:
                                        if not isinstance(data__sourcerevisionconfig__reporef, (str)):
                                            raise Invalid
                                        if isinstance(data__sourcerevisionconfig__reporef, str):
                                            if not REGEX_PATTERNS['^refs/tags/'].search(data__sourcerevisionconfig__reporef):
                                                raise Invalid
                                        data__sourcerevisionconfig__reporef_any_of_count7 += 1
                                    except Invalid: pass
                                if not data__sourcerevisionconfig__reporef_any_of_count7:
                                    raise Invalid
                            except Invalid: pass
                            else:
                                raise Invalid
            data_any_of_count5 += 1
        except Invalid: pass
    if not data_any_of_count5:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "revision_source" in data_keys:
            data_keys.remove("revision_source")
            data__revisionsource = data["revision_source"]
            if not isinstance(data__revisionsource, (NoneType)):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'codehost' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_container' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_source' or isinstance(data__revisionsource, str) and data__revisionsource == 'internal_template' or data__revisionsource is None):
                raise Invalid
            if not (isinstance(data__revisionsource, str) and data__revisionsource == 'external_container' or data__revisionsource is None):
                raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            if not isinstance(data__secretreferences, (NoneType)):
                raise Invalid
            data__secretreferences_is_list = isinstance(data__secretreferences, (list))
            if data__secretreferences_is_list:
                data__secretreferences_len = len(data__secretreferences)
                for data__secretreferences_x, data__secretreferences_item in enumerate(data__secretreferences):
                    if not isinstance(data__secretreferences_item, (dict)):
                        raise Invalid
                    data__secretreferences_item_is_dict = isinstance(data__secretreferences_item, dict)
                    if data__secretreferences_item_is_dict:
                        data__secretreferences_item__missing_keys = set(['name', 'secret_name', 'secret_key']) - data__secretreferences_item.keys()
                        if data__secretreferences_item__missing_keys:
                            raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            data__sourceconfig_is_dict = isinstance(data__sourceconfig, dict)
            if data__sourceconfig_is_dict:
                data__sourceconfig_keys = set(data__sourceconfig.keys())
                if "custom_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("custom_url")
                    data__sourceconfig__customurl = data__sourceconfig["custom_url"]
                    if not isinstance(data__sourceconfig__customurl, (NoneType)):
                        raise Invalid
                if "integration_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("integration_id")
                    data__sourceconfig__integrationid = data__sourceconfig["integration_id"]
                    if not isinstance(data__sourceconfig__integrationid, (NoneType)):
                        raise Invalid
                if "repo_url" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("repo_url")
                    data__sourceconfig__repourl = data__sourceconfig["repo_url"]
                    if not isinstance(data__sourceconfig__repourl, (NoneType)):
                        raise Invalid
                if "listener_id" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_id")
                    data__sourceconfig__listenerid = data__sourceconfig["listener_id"]
                    if not isinstance(data__sourceconfig__listenerid, (NoneType)):
                        raise Invalid
                if "listener_config" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("listener_config")
                    data__sourceconfig__listenerconfig = data__sourceconfig["listener_config"]
                    data__sourceconfig__listenerconfig_is_dict = isinstance(data__sourceconfig__listenerconfig, dict)
                    if data__sourceconfig__listenerconfig_is_dict:
                        data__sourceconfig__listenerconfig_keys = set(data__sourceconfig__listenerconfig.keys())
                        if "cluster_namespace" in data__sourceconfig__listenerconfig_keys:
                            data__sourceconfig__listenerconfig_keys.remove("cluster_namespace")
                            data__sourceconfig__listenerconfig__clusternamespace = data__sourceconfig__listenerconfig["cluster_namespace"]
                            if not isinstance(data__sourceconfig__listenerconfig__clusternamespace, (NoneType)):
                                raise Invalid
                if "build_on_push" in data__sourceconfig_keys:
                    data__sourceconfig_keys.remove("build_on_push")
                    data__sourceconfig__buildonpush = data__sourceconfig["build_on_push"]
                    try:
                        if not isinstance(data__sourceconfig__buildonpush, (bool)):
                            raise Invalid
                        if not (isinstance(data__sourceconfig__buildonpush, bool) and data__sourceconfig__buildonpush is True):
                            raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
            if data__sourcerevisionconfig_is_dict:
                data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                if "image_uri" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("image_uri")
                    data__sourcerevisionconfig__imageuri = data__sourcerevisionconfig["image_uri"]
                    if not isinstance(data__sourcerevisionconfig__imageuri, (NoneType)):
                        raise Invalid
                if "source_tarball_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("source_tarball_path")
                    data__sourcerevisionconfig__sourcetarballpath = data__sourcerevisionconfig["source_tarball_path"]
                    if not isinstance(data__sourcerevisionconfig__sourcetarballpath, (NoneType)):
                        raise Invalid
                if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                    data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                    if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                        raise Invalid
                if "repo_ref" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("repo_ref")
                    data__sourcerevisionconfig__reporef = data__sourcerevisionconfig["repo_ref"]
                    if not isinstance(data__sourcerevisionconfig__reporef, (NoneType)):
                        raise Invalid
                if "graph_config_path" in data__sourcerevisionconfig_keys:
                    data__sourcerevisionconfig_keys.remove("graph_config_path")
                    data__sourcerevisionconfig__graphconfigpath = data__sourcerevisionconfig["graph_config_path"]
                    if not isinstance(data__sourcerevisionconfig__graphconfigpath, (NoneType)):
                        raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (NoneType)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (NoneType)):
                raise Invalid
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            data__secrets_is_list = isinstance(data__secrets, (list))
            if data__secrets_is_list:
                data__secrets_len = len(data__secrets)
                for data__secrets_x, data__secrets_item in enumerate(data__secrets):
                    if not isinstance(data__secrets_item, (dict)):
                        raise Invalid
                    data__secrets_item_is_dict = isinstance(data__secrets_item, dict)
                    if data__secrets_item_is_dict:
                        data__secrets_item__missing_keys = set(['name', 'value']) - data__secrets_item.keys()
                        if data__secrets_item__missing_keys:
                            raise Invalid
    return data


def validate___definitions_n272(data):
    data_any_of_count4 = 0
    if not data_any_of_count4:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "secret_references" in data_keys:
                    data_keys.remove("secret_references")
                    data__secretreferences = data["secret_references"]
                    try:
                        if not isinstance(data__secretreferences, (list)):
                            raise Invalid
                        data__secretreferences_is_list = isinstance(data__secretreferences, (list))
                        if data__secretreferences_is_list:
                            data__secretreferences_len = len(data__secretreferences)
                            if data__secretreferences_len < 1:
                                raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
            data_any_of_count4 += 1
        except Invalid: pass
    if not data_any_of_count4:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source" in data_keys:
                    data_keys.remove("source")
                    data__source = data["source"]
                    if not (isinstance(data__source, str) and data__source == 'external_container'):
                        raise Invalid
            data_any_of_count4 += 1
        except Invalid: pass
    if not data_any_of_count4:
        raise Invalid
    return data


def validate___definitions_n273(data):
    data_any_of_count3 = 0
    if not data_any_of_count3:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source_revision_config" in data_keys:
                    data_keys.remove("source_revision_config")
                    data__sourcerevisionconfig = data["source_revision_config"]
                    data__sourcerevisionconfig_is_dict = isinstance(data__sourcerevisionconfig, dict)
                    if data__sourcerevisionconfig_is_dict:
                        data__sourcerevisionconfig_keys = set(data__sourcerevisionconfig.keys())
                        if "repo_commit_sha" in data__sourcerevisionconfig_keys:
                            data__sourcerevisionconfig_keys.remove("repo_commit_sha")
                            data__sourcerevisionconfig__repocommitsha = data__sourcerevisionconfig["repo_commit_sha"]
                            if not isinstance(data__sourcerevisionconfig__repocommitsha, (NoneType)):
                                raise Invalid
            data_any_of_count3 += 1
        except Invalid: pass
    if not data_any_of_count3:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source" in data_keys:
                    data_keys.remove("source")
                    data__source = data["source"]
                    if not (isinstance(data__source, str) and data__source == 'codehost'):
                        raise Invalid
            data_any_of_count3 += 1
        except Invalid: pass
    if not data_any_of_count3:
        raise Invalid
    return data


def validate___definitions_n274(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template' or data__source is None):
                raise Invalid
    return data


def validate___definitions_n275(data):
    data_any_of_count2 = 0
    if not data_any_of_count2:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "secret_references" in data_keys:
                    data_keys.remove("secret_references")
                    data__secretreferences = data["secret_references"]
                    try:
                        if not isinstance(data__secretreferences, (list)):
                            raise Invalid
                        data__secretreferences_is_list = isinstance(data__secretreferences, (list))
                        if data__secretreferences_is_list:
                            data__secretreferences_len = len(data__secretreferences)
                            if data__secretreferences_len < 1:
                                raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
            data_any_of_count2 += 1
        except Invalid: pass
    if not data_any_of_count2:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source" in data_keys:
                    data_keys.remove("source")
                    data__source = data["source"]
                    if not (isinstance(data__source, str) and data__source == 'external_container'):
                        raise Invalid
            data_any_of_count2 += 1
        except Invalid: pass
    if not data_any_of_count2:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template' or data__source is None):
                raise Invalid
    return data


def validate___definitions_n276(data):
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not (isinstance(data__source, str) and data__source == 'external_container' or data__source is None):
                raise Invalid
    return data


def validate___definitions_n277(data):
    data_any_of_count1 = 0
    if not data_any_of_count1:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "secret_references" in data_keys:
                    data_keys.remove("secret_references")
                    data__secretreferences = data["secret_references"]
                    try:
                        if not isinstance(data__secretreferences, (list)):
                            raise Invalid
                        data__secretreferences_is_list = isinstance(data__secretreferences, (list))
                        if data__secretreferences_is_list:
                            data__secretreferences_len = len(data__secretreferences)
                            if data__secretreferences_len < 1:
                                raise Invalid
                    except Invalid: pass
                    else:
                        raise Invalid
            data_any_of_count1 += 1
        except Invalid: pass
    if not data_any_of_count1:
        try:
            data_is_dict = isinstance(data, dict)
            if data_is_dict:
                data_keys = set(data.keys())
                if "source" in data_keys:
                    data_keys.remove("source")
                    data__source = data["source"]
                    if not (isinstance(data__source, str) and data__source == 'external_container'):
                        raise Invalid
            data_any_of_count1 += 1
        except Invalid: pass
    if not data_any_of_count1:
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not (isinstance(data__source, str) and data__source == 'external_container' or data__source is None):
                raise Invalid
    return data


def validate___definitions_n28(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n29(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n29(data_value)
    return data


def validate___definitions_n29(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n30(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n30(data_value)
    return data


def validate___definitions_n3(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "host_integration_id" in data_keys:
            data_keys.remove("host_integration_id")
            data__hostintegrationid = data["host_integration_id"]
            if not isinstance(data__hostintegrationid, (str)):
                raise Invalid
            if isinstance(data__hostintegrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__hostintegrationid):
                    raise Invalid
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (int)) and not (isinstance(data__id, float) and data__id.is_integer()) or isinstance(data__id, bool):
                raise Invalid
            if isinstance(data__id, (int, float)) and not isinstance(data__id, bool):
                if data__id < -9007199254740991:
                    raise Invalid
                if data__id > 9007199254740991:
                    raise Invalid
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "owner" in data_keys:
            data_keys.remove("owner")
            data__owner = data["owner"]
            if not isinstance(data__owner, (str)):
                raise Invalid
        if "url" in data_keys:
            data_keys.remove("url")
            data__url = data["url"]
            if not isinstance(data__url, (str)):
                raise Invalid
        if "default_branch" in data_keys:
            data_keys.remove("default_branch")
            data__defaultbranch = data["default_branch"]
            if not isinstance(data__defaultbranch, (str)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch']:
                data_value = data.get(data_key)
                validate___definitions_n4(data_value)
    return data


def validate___definitions_n30(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n31(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n31(data_value)
    return data


def validate___definitions_n31(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n32(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n32(data_value)
    return data


def validate___definitions_n32(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n33(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n33(data_value)
    return data


def validate___definitions_n33(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n34(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n34(data_value)
    return data


def validate___definitions_n34(data):
    if not isinstance(data, (bool, NoneType, int, float, str)):
        raise Invalid
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    return data


def validate___definitions_n35(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['resources', 'offset']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_n36(data__resources)
        if "offset" in data_keys:
            data_keys.remove("offset")
            data__offset = data["offset"]
            if not isinstance(data__offset, (int)) and not (isinstance(data__offset, float) and data__offset.is_integer()) or isinstance(data__offset, bool):
                raise Invalid
            if isinstance(data__offset, (int, float)) and not isinstance(data__offset, bool):
                if data__offset < -9007199254740991:
                    raise Invalid
                if data__offset > 9007199254740991:
                    raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n36(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n37(data_item)
    return data


def validate___definitions_n37(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data__missing_keys = set(['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (str)):
                raise Invalid
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'external_container' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template'):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_n38(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_n72(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            validate___definitions_n73(data__secrets)
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (str)):
                raise Invalid
            if isinstance(data__id, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__id):
                    raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (str)):
                raise Invalid
            if isinstance(data__tenantid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__tenantid):
                    raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (str)):
                raise Invalid
            if isinstance(data__createdat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__createdat):
                    raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (str)):
                raise Invalid
            if isinstance(data__updatedat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__updatedat):
                    raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (str)):
                raise Invalid
            if not (isinstance(data__status, str) and data__status == 'AWAITING_DATABASE' or isinstance(data__status, str) and data__status == 'READY' or isinstance(data__status, str) and data__status == 'UNUSED' or isinstance(data__status, str) and data__status == 'AWAITING_DELETE' or isinstance(data__status, str) and data__status == 'UNKNOWN'):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__latestrevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__latestrevisionid):
                    raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__activerevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__activerevisionid):
                    raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            validate___definitions_n75(data__secretreferences)
        if "image_version" in data_keys:
            data_keys.remove("image_version")
            data__imageversion = data["image_version"]
            if not isinstance(data__imageversion, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n38(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_n39(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_n71(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n39(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "min_scale" in data_keys:
            data_keys.remove("min_scale")
            data__minscale = data["min_scale"]
            if not isinstance(data__minscale, (int, NoneType)) and not (isinstance(data__minscale, float) and data__minscale.is_integer()) or isinstance(data__minscale, bool):
                raise Invalid
            if isinstance(data__minscale, (int, float)) and not isinstance(data__minscale, bool):
                if data__minscale < -9007199254740991:
                    raise Invalid
                if data__minscale > 9007199254740991:
                    raise Invalid
        if "max_scale" in data_keys:
            data_keys.remove("max_scale")
            data__maxscale = data["max_scale"]
            if not isinstance(data__maxscale, (int, NoneType)) and not (isinstance(data__maxscale, float) and data__maxscale.is_integer()) or isinstance(data__maxscale, bool):
                raise Invalid
            if isinstance(data__maxscale, (int, float)) and not isinstance(data__maxscale, bool):
                if data__maxscale < -9007199254740991:
                    raise Invalid
                if data__maxscale > 9007199254740991:
                    raise Invalid
        if "cpu" in data_keys:
            data_keys.remove("cpu")
            data__cpu = data["cpu"]
            if not isinstance(data__cpu, (int, float, NoneType)) or isinstance(data__cpu, bool):
                raise Invalid
            if isinstance(data__cpu, (int, float)) and not isinstance(data__cpu, bool):
                if data__cpu < -9007199254740991:
                    raise Invalid
                if data__cpu > 9007199254740991:
                    raise Invalid
        if "cpu_limit" in data_keys:
            data_keys.remove("cpu_limit")
            data__cpulimit = data["cpu_limit"]
            if not isinstance(data__cpulimit, (int, float, NoneType)) or isinstance(data__cpulimit, bool):
                raise Invalid
            if isinstance(data__cpulimit, (int, float)) and not isinstance(data__cpulimit, bool):
                if data__cpulimit < -9007199254740991:
                    raise Invalid
                if data__cpulimit > 9007199254740991:
                    raise Invalid
        if "memory_mb" in data_keys:
            data_keys.remove("memory_mb")
            data__memorymb = data["memory_mb"]
            if not isinstance(data__memorymb, (int, NoneType)) and not (isinstance(data__memorymb, float) and data__memorymb.is_integer()) or isinstance(data__memorymb, bool):
                raise Invalid
            if isinstance(data__memorymb, (int, float)) and not isinstance(data__memorymb, bool):
                if data__memorymb < -9007199254740991:
                    raise Invalid
                if data__memorymb > 9007199254740991:
                    raise Invalid
        if "memory_limit_mb" in data_keys:
            data_keys.remove("memory_limit_mb")
            data__memorylimitmb = data["memory_limit_mb"]
            if not isinstance(data__memorylimitmb, (int, NoneType)) and not (isinstance(data__memorylimitmb, float) and data__memorylimitmb.is_integer()) or isinstance(data__memorylimitmb, bool):
                raise Invalid
            if isinstance(data__memorylimitmb, (int, float)) and not isinstance(data__memorylimitmb, bool):
                if data__memorylimitmb < -9007199254740991:
                    raise Invalid
                if data__memorylimitmb > 9007199254740991:
                    raise Invalid
        if "queue_min_scale" in data_keys:
            data_keys.remove("queue_min_scale")
            data__queueminscale = data["queue_min_scale"]
            if not isinstance(data__queueminscale, (int, NoneType)) and not (isinstance(data__queueminscale, float) and data__queueminscale.is_integer()) or isinstance(data__queueminscale, bool):
                raise Invalid
            if isinstance(data__queueminscale, (int, float)) and not isinstance(data__queueminscale, bool):
                if data__queueminscale < -9007199254740991:
                    raise Invalid
                if data__queueminscale > 9007199254740991:
                    raise Invalid
        if "queue_max_scale" in data_keys:
            data_keys.remove("queue_max_scale")
            data__queuemaxscale = data["queue_max_scale"]
            if not isinstance(data__queuemaxscale, (int, NoneType)) and not (isinstance(data__queuemaxscale, float) and data__queuemaxscale.is_integer()) or isinstance(data__queuemaxscale, bool):
                raise Invalid
            if isinstance(data__queuemaxscale, (int, float)) and not isinstance(data__queuemaxscale, bool):
                if data__queuemaxscale < -9007199254740991:
                    raise Invalid
                if data__queuemaxscale > 9007199254740991:
                    raise Invalid
        if "queue_cpu" in data_keys:
            data_keys.remove("queue_cpu")
            data__queuecpu = data["queue_cpu"]
            if not isinstance(data__queuecpu, (int, float, NoneType)) or isinstance(data__queuecpu, bool):
                raise Invalid
            if isinstance(data__queuecpu, (int, float)) and not isinstance(data__queuecpu, bool):
                if data__queuecpu < -9007199254740991:
                    raise Invalid
                if data__queuecpu > 9007199254740991:
                    raise Invalid
        if "queue_cpu_limit" in data_keys:
            data_keys.remove("queue_cpu_limit")
            data__queuecpulimit = data["queue_cpu_limit"]
            if not isinstance(data__queuecpulimit, (int, float, NoneType)) or isinstance(data__queuecpulimit, bool):
                raise Invalid
            if isinstance(data__queuecpulimit, (int, float)) and not isinstance(data__queuecpulimit, bool):
                if data__queuecpulimit < -9007199254740991:
                    raise Invalid
                if data__queuecpulimit > 9007199254740991:
                    raise Invalid
        if "queue_memory_mb" in data_keys:
            data_keys.remove("queue_memory_mb")
            data__queuememorymb = data["queue_memory_mb"]
            if not isinstance(data__queuememorymb, (int, NoneType)) and not (isinstance(data__queuememorymb, float) and data__queuememorymb.is_integer()) or isinstance(data__queuememorymb, bool):
                raise Invalid
            if isinstance(data__queuememorymb, (int, float)) and not isinstance(data__queuememorymb, bool):
                if data__queuememorymb < -9007199254740991:
                    raise Invalid
                if data__queuememorymb > 9007199254740991:
                    raise Invalid
        if "queue_memory_limit_mb" in data_keys:
            data_keys.remove("queue_memory_limit_mb")
            data__queuememorylimitmb = data["queue_memory_limit_mb"]
            if not isinstance(data__queuememorylimitmb, (int, NoneType)) and not (isinstance(data__queuememorylimitmb, float) and data__queuememorylimitmb.is_integer()) or isinstance(data__queuememorylimitmb, bool):
                raise Invalid
            if isinstance(data__queuememorylimitmb, (int, float)) and not isinstance(data__queuememorylimitmb, bool):
                if data__queuememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__queuememorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu" in data_keys:
            data_keys.remove("orchestrator_cpu")
            data__orchestratorcpu = data["orchestrator_cpu"]
            if not isinstance(data__orchestratorcpu, (int, float, NoneType)) or isinstance(data__orchestratorcpu, bool):
                raise Invalid
            if isinstance(data__orchestratorcpu, (int, float)) and not isinstance(data__orchestratorcpu, bool):
                if data__orchestratorcpu < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpu > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu_limit" in data_keys:
            data_keys.remove("orchestrator_cpu_limit")
            data__orchestratorcpulimit = data["orchestrator_cpu_limit"]
            if not isinstance(data__orchestratorcpulimit, (int, float, NoneType)) or isinstance(data__orchestratorcpulimit, bool):
                raise Invalid
            if isinstance(data__orchestratorcpulimit, (int, float)) and not isinstance(data__orchestratorcpulimit, bool):
                if data__orchestratorcpulimit < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpulimit > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_mb" in data_keys:
            data_keys.remove("orchestrator_memory_mb")
            data__orchestratormemorymb = data["orchestrator_memory_mb"]
            if not isinstance(data__orchestratormemorymb, (int, NoneType)) and not (isinstance(data__orchestratormemorymb, float) and data__orchestratormemorymb.is_integer()) or isinstance(data__orchestratormemorymb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorymb, (int, float)) and not isinstance(data__orchestratormemorymb, bool):
                if data__orchestratormemorymb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorymb > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_limit_mb" in data_keys:
            data_keys.remove("orchestrator_memory_limit_mb")
            data__orchestratormemorylimitmb = data["orchestrator_memory_limit_mb"]
            if not isinstance(data__orchestratormemorylimitmb, (int, NoneType)) and not (isinstance(data__orchestratormemorylimitmb, float) and data__orchestratormemorylimitmb.is_integer()) or isinstance(data__orchestratormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorylimitmb, (int, float)) and not isinstance(data__orchestratormemorylimitmb, bool):
                if data__orchestratormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_min_scale" in data_keys:
            data_keys.remove("orchestrator_min_scale")
            data__orchestratorminscale = data["orchestrator_min_scale"]
            if not isinstance(data__orchestratorminscale, (int, NoneType)) and not (isinstance(data__orchestratorminscale, float) and data__orchestratorminscale.is_integer()) or isinstance(data__orchestratorminscale, bool):
                raise Invalid
            if isinstance(data__orchestratorminscale, (int, float)) and not isinstance(data__orchestratorminscale, bool):
                if data__orchestratorminscale < -9007199254740991:
                    raise Invalid
                if data__orchestratorminscale > 9007199254740991:
                    raise Invalid
        if "orchestrator_max_scale" in data_keys:
            data_keys.remove("orchestrator_max_scale")
            data__orchestratormaxscale = data["orchestrator_max_scale"]
            if not isinstance(data__orchestratormaxscale, (int, NoneType)) and not (isinstance(data__orchestratormaxscale, float) and data__orchestratormaxscale.is_integer()) or isinstance(data__orchestratormaxscale, bool):
                raise Invalid
            if isinstance(data__orchestratormaxscale, (int, float)) and not isinstance(data__orchestratormaxscale, bool):
                if data__orchestratormaxscale < -9007199254740991:
                    raise Invalid
                if data__orchestratormaxscale > 9007199254740991:
                    raise Invalid
        if "executor_cpu" in data_keys:
            data_keys.remove("executor_cpu")
            data__executorcpu = data["executor_cpu"]
            if not isinstance(data__executorcpu, (int, float, NoneType)) or isinstance(data__executorcpu, bool):
                raise Invalid
            if isinstance(data__executorcpu, (int, float)) and not isinstance(data__executorcpu, bool):
                if data__executorcpu < -9007199254740991:
                    raise Invalid
                if data__executorcpu > 9007199254740991:
                    raise Invalid
        if "executor_cpu_limit" in data_keys:
            data_keys.remove("executor_cpu_limit")
            data__executorcpulimit = data["executor_cpu_limit"]
            if not isinstance(data__executorcpulimit, (int, float, NoneType)) or isinstance(data__executorcpulimit, bool):
                raise Invalid
            if isinstance(data__executorcpulimit, (int, float)) and not isinstance(data__executorcpulimit, bool):
                if data__executorcpulimit < -9007199254740991:
                    raise Invalid
                if data__executorcpulimit > 9007199254740991:
                    raise Invalid
        if "executor_memory_mb" in data_keys:
            data_keys.remove("executor_memory_mb")
            data__executormemorymb = data["executor_memory_mb"]
            if not isinstance(data__executormemorymb, (int, NoneType)) and not (isinstance(data__executormemorymb, float) and data__executormemorymb.is_integer()) or isinstance(data__executormemorymb, bool):
                raise Invalid
            if isinstance(data__executormemorymb, (int, float)) and not isinstance(data__executormemorymb, bool):
                if data__executormemorymb < -9007199254740991:
                    raise Invalid
                if data__executormemorymb > 9007199254740991:
                    raise Invalid
        if "executor_memory_limit_mb" in data_keys:
            data_keys.remove("executor_memory_limit_mb")
            data__executormemorylimitmb = data["executor_memory_limit_mb"]
            if not isinstance(data__executormemorylimitmb, (int, NoneType)) and not (isinstance(data__executormemorylimitmb, float) and data__executormemorylimitmb.is_integer()) or isinstance(data__executormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__executormemorylimitmb, (int, float)) and not isinstance(data__executormemorylimitmb, bool):
                if data__executormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__executormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "cache_cpu" in data_keys:
            data_keys.remove("cache_cpu")
            data__cachecpu = data["cache_cpu"]
            if not isinstance(data__cachecpu, (int, float, NoneType)) or isinstance(data__cachecpu, bool):
                raise Invalid
            if isinstance(data__cachecpu, (int, float)) and not isinstance(data__cachecpu, bool):
                if data__cachecpu < -9007199254740991:
                    raise Invalid
                if data__cachecpu > 9007199254740991:
                    raise Invalid
        if "cache_cpu_limit" in data_keys:
            data_keys.remove("cache_cpu_limit")
            data__cachecpulimit = data["cache_cpu_limit"]
            if not isinstance(data__cachecpulimit, (int, float, NoneType)) or isinstance(data__cachecpulimit, bool):
                raise Invalid
            if isinstance(data__cachecpulimit, (int, float)) and not isinstance(data__cachecpulimit, bool):
                if data__cachecpulimit < -9007199254740991:
                    raise Invalid
                if data__cachecpulimit > 9007199254740991:
                    raise Invalid
        if "cache_memory_mb" in data_keys:
            data_keys.remove("cache_memory_mb")
            data__cachememorymb = data["cache_memory_mb"]
            if not isinstance(data__cachememorymb, (int, NoneType)) and not (isinstance(data__cachememorymb, float) and data__cachememorymb.is_integer()) or isinstance(data__cachememorymb, bool):
                raise Invalid
            if isinstance(data__cachememorymb, (int, float)) and not isinstance(data__cachememorymb, bool):
                if data__cachememorymb < -9007199254740991:
                    raise Invalid
                if data__cachememorymb > 9007199254740991:
                    raise Invalid
        if "cache_memory_limit_mb" in data_keys:
            data_keys.remove("cache_memory_limit_mb")
            data__cachememorylimitmb = data["cache_memory_limit_mb"]
            if not isinstance(data__cachememorylimitmb, (int, NoneType)) and not (isinstance(data__cachememorylimitmb, float) and data__cachememorylimitmb.is_integer()) or isinstance(data__cachememorylimitmb, bool):
                raise Invalid
            if isinstance(data__cachememorylimitmb, (int, float)) and not isinstance(data__cachememorylimitmb, bool):
                if data__cachememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__cachememorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_cpu" in data_keys:
            data_keys.remove("db_cpu")
            data__dbcpu = data["db_cpu"]
            if not isinstance(data__dbcpu, (int, float, NoneType)) or isinstance(data__dbcpu, bool):
                raise Invalid
            if isinstance(data__dbcpu, (int, float)) and not isinstance(data__dbcpu, bool):
                if data__dbcpu < -9007199254740991:
                    raise Invalid
                if data__dbcpu > 9007199254740991:
                    raise Invalid
        if "db_cpu_limit" in data_keys:
            data_keys.remove("db_cpu_limit")
            data__dbcpulimit = data["db_cpu_limit"]
            if not isinstance(data__dbcpulimit, (int, float, NoneType)) or isinstance(data__dbcpulimit, bool):
                raise Invalid
            if isinstance(data__dbcpulimit, (int, float)) and not isinstance(data__dbcpulimit, bool):
                if data__dbcpulimit < -9007199254740991:
                    raise Invalid
                if data__dbcpulimit > 9007199254740991:
                    raise Invalid
        if "db_memory_mb" in data_keys:
            data_keys.remove("db_memory_mb")
            data__dbmemorymb = data["db_memory_mb"]
            if not isinstance(data__dbmemorymb, (int, NoneType)) and not (isinstance(data__dbmemorymb, float) and data__dbmemorymb.is_integer()) or isinstance(data__dbmemorymb, bool):
                raise Invalid
            if isinstance(data__dbmemorymb, (int, float)) and not isinstance(data__dbmemorymb, bool):
                if data__dbmemorymb < -9007199254740991:
                    raise Invalid
                if data__dbmemorymb > 9007199254740991:
                    raise Invalid
        if "db_memory_limit_mb" in data_keys:
            data_keys.remove("db_memory_limit_mb")
            data__dbmemorylimitmb = data["db_memory_limit_mb"]
            if not isinstance(data__dbmemorylimitmb, (int, NoneType)) and not (isinstance(data__dbmemorylimitmb, float) and data__dbmemorylimitmb.is_integer()) or isinstance(data__dbmemorylimitmb, bool):
                raise Invalid
            if isinstance(data__dbmemorylimitmb, (int, float)) and not isinstance(data__dbmemorylimitmb, bool):
                if data__dbmemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__dbmemorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_storage_gi" in data_keys:
            data_keys.remove("db_storage_gi")
            data__dbstoragegi = data["db_storage_gi"]
            if not isinstance(data__dbstoragegi, (int, NoneType)) and not (isinstance(data__dbstoragegi, float) and data__dbstoragegi.is_integer()) or isinstance(data__dbstoragegi, bool):
                raise Invalid
            if isinstance(data__dbstoragegi, (int, float)) and not isinstance(data__dbstoragegi, bool):
                if data__dbstoragegi < -9007199254740991:
                    raise Invalid
                if data__dbstoragegi > 9007199254740991:
                    raise Invalid
        if "db_max_connections" in data_keys:
            data_keys.remove("db_max_connections")
            data__dbmaxconnections = data["db_max_connections"]
            if not isinstance(data__dbmaxconnections, (int, NoneType)) and not (isinstance(data__dbmaxconnections, float) and data__dbmaxconnections.is_integer()) or isinstance(data__dbmaxconnections, bool):
                raise Invalid
            if isinstance(data__dbmaxconnections, (int, float)) and not isinstance(data__dbmaxconnections, bool):
                if data__dbmaxconnections < -9007199254740991:
                    raise Invalid
                if data__dbmaxconnections > 9007199254740991:
                    raise Invalid
        if "labels" in data_keys:
            data_keys.remove("labels")
            data__labels = data["labels"]
            validate___definitions_n40(data__labels)
        if "annotations" in data_keys:
            data_keys.remove("annotations")
            data__annotations = data["annotations"]
            validate___definitions_n41(data__annotations)
        if "service_account_name" in data_keys:
            data_keys.remove("service_account_name")
            data__serviceaccountname = data["service_account_name"]
            if not isinstance(data__serviceaccountname, (str, NoneType)):
                raise Invalid
        if "image_pull_secrets" in data_keys:
            data_keys.remove("image_pull_secrets")
            data__imagepullsecrets = data["image_pull_secrets"]
            validate___definitions_n42(data__imagepullsecrets)
        if "volumes" in data_keys:
            data_keys.remove("volumes")
            data__volumes = data["volumes"]
            validate___definitions_n44(data__volumes)
        if "volume_mounts" in data_keys:
            data_keys.remove("volume_mounts")
            data__volumemounts = data["volume_mounts"]
            validate___definitions_n54(data__volumemounts)
        if "init_containers" in data_keys:
            data_keys.remove("init_containers")
            data__initcontainers = data["init_containers"]
            validate___definitions_n56(data__initcontainers)
        if "sidecars" in data_keys:
            data_keys.remove("sidecars")
            data__sidecars = data["sidecars"]
            validate___definitions_n70(data__sidecars)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n4(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n5(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n5(data_value)
    return data


def validate___definitions_n40(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n41(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n42(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n43(data_item)
    return data


def validate___definitions_n43(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n44(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n45(data_item)
    return data


def validate___definitions_n45(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "configMap" in data_keys:
            data_keys.remove("configMap")
            data__configMap = data["configMap"]
            validate___definitions_n46(data__configMap)
        if "secret" in data_keys:
            data_keys.remove("secret")
            data__secret = data["secret"]
            validate___definitions_n47(data__secret)
        if "emptyDir" in data_keys:
            data_keys.remove("emptyDir")
            data__emptyDir = data["emptyDir"]
            validate___definitions_n48(data__emptyDir)
        if "persistentVolumeClaim" in data_keys:
            data_keys.remove("persistentVolumeClaim")
            data__persistentVolumeClaim = data["persistentVolumeClaim"]
            validate___definitions_n49(data__persistentVolumeClaim)
        if "nfs" in data_keys:
            data_keys.remove("nfs")
            data__nfs = data["nfs"]
            validate___definitions_n50(data__nfs)
        if "projected" in data_keys:
            data_keys.remove("projected")
            data__projected = data["projected"]
            validate___definitions_n51(data__projected)
        if "downwardAPI" in data_keys:
            data_keys.remove("downwardAPI")
            data__downwardAPI = data["downwardAPI"]
            validate___definitions_n52(data__downwardAPI)
        if "csi" in data_keys:
            data_keys.remove("csi")
            data__csi = data["csi"]
            validate___definitions_n53(data__csi)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n46(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n47(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n48(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n49(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n5(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n6(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n6(data_value)
    return data


def validate___definitions_n50(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n51(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n52(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n53(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n54(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n55(data_item)
    return data


def validate___definitions_n55(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n56(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n57(data_item)
    return data


def validate___definitions_n57(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "image" in data_keys:
            data_keys.remove("image")
            data__image = data["image"]
            if not isinstance(data__image, (str, NoneType)):
                raise Invalid
        if "imagePullPolicy" in data_keys:
            data_keys.remove("imagePullPolicy")
            data__imagePullPolicy = data["imagePullPolicy"]
            if not isinstance(data__imagePullPolicy, (str, NoneType)):
                raise Invalid
        if "workingDir" in data_keys:
            data_keys.remove("workingDir")
            data__workingDir = data["workingDir"]
            if not isinstance(data__workingDir, (str, NoneType)):
                raise Invalid
        if "restartPolicy" in data_keys:
            data_keys.remove("restartPolicy")
            data__restartPolicy = data["restartPolicy"]
            if not isinstance(data__restartPolicy, (str, NoneType)):
                raise Invalid
        if "command" in data_keys:
            data_keys.remove("command")
            data__command = data["command"]
            validate___definitions_n58(data__command)
        if "args" in data_keys:
            data_keys.remove("args")
            data__args = data["args"]
            validate___definitions_n59(data__args)
        if "env" in data_keys:
            data_keys.remove("env")
            data__env = data["env"]
            validate___definitions_n60(data__env)
        if "envFrom" in data_keys:
            data_keys.remove("envFrom")
            data__envFrom = data["envFrom"]
            validate___definitions_n63(data__envFrom)
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_n64(data__resources)
        if "volumeMounts" in data_keys:
            data_keys.remove("volumeMounts")
            data__volumeMounts = data["volumeMounts"]
            validate___definitions_n67(data__volumeMounts)
        if "securityContext" in data_keys:
            data_keys.remove("securityContext")
            data__securityContext = data["securityContext"]
            validate___definitions_n69(data__securityContext)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n58(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n59(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (str)):
                raise Invalid
    return data


def validate___definitions_n6(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n7(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n60(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n61(data_item)
    return data


def validate___definitions_n61(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str, NoneType)):
                raise Invalid
        if "valueFrom" in data_keys:
            data_keys.remove("valueFrom")
            data__valueFrom = data["valueFrom"]
            validate___definitions_n62(data__valueFrom)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n62(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n12(data_value)
    return data


def validate___definitions_n63(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            if not isinstance(data_item, (dict)):
                raise Invalid
            data_item_is_dict = isinstance(data_item, dict)
            if data_item_is_dict:
                data_item_len = len(data_item)
                if data_item_len > 10000:
                    raise Invalid
                data_item_keys = set(data_item.keys())
                for data_item_key in data_item_keys:
                    if data_item_key not in []:
                        data_item_value = data_item.get(data_item_key)
                        validate___definitions_n11(data_item_value)
    return data


def validate___definitions_n64(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "limits" in data_keys:
            data_keys.remove("limits")
            data__limits = data["limits"]
            validate___definitions_n65(data__limits)
        if "requests" in data_keys:
            data_keys.remove("requests")
            data__requests = data["requests"]
            validate___definitions_n66(data__requests)
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n65(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n11(data_value)
    return data


def validate___definitions_n66(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n11(data_value)
    return data


def validate___definitions_n67(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n68(data_item)
    return data


def validate___definitions_n68(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n69(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n7(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n8(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n70(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n57(data_item)
    return data


def validate___definitions_n71(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "cluster_namespace" in data_keys:
            data_keys.remove("cluster_namespace")
            data__clusternamespace = data["cluster_namespace"]
            if not isinstance(data__clusternamespace, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n72(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "repo_ref" in data_keys:
            data_keys.remove("repo_ref")
            data__reporef = data["repo_ref"]
            if not isinstance(data__reporef, (str, NoneType)):
                raise Invalid
        if "graph_config_path" in data_keys:
            data_keys.remove("graph_config_path")
            data__graphconfigpath = data["graph_config_path"]
            if not isinstance(data__graphconfigpath, (str, NoneType)):
                raise Invalid
        if "image_uri" in data_keys:
            data_keys.remove("image_uri")
            data__imageuri = data["image_uri"]
            if not isinstance(data__imageuri, (str, NoneType)):
                raise Invalid
        if "source_tarball_path" in data_keys:
            data_keys.remove("source_tarball_path")
            data__sourcetarballpath = data["source_tarball_path"]
            if not isinstance(data__sourcetarballpath, (str, NoneType)):
                raise Invalid
        if "repo_commit_sha" in data_keys:
            data_keys.remove("repo_commit_sha")
            data__repocommitsha = data["repo_commit_sha"]
            if not isinstance(data__repocommitsha, (str, NoneType)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n73(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n74(data_item)
    return data


def validate___definitions_n74(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "value" in data_keys:
            data_keys.remove("value")
            data__value = data["value"]
            if not isinstance(data__value, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n75(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n76(data_item)
    return data


def validate___definitions_n76(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "secret_name" in data_keys:
            data_keys.remove("secret_name")
            data__secretname = data["secret_name"]
            if not isinstance(data__secretname, (str)):
                raise Invalid
        if "secret_key" in data_keys:
            data_keys.remove("secret_key")
            data__secretkey = data["secret_key"]
            if not isinstance(data__secretkey, (str)):
                raise Invalid
        if data_keys:
            raise Invalid
    return data


def validate___definitions_n77(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['resources', 'offset']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_n78(data__resources)
        if "offset" in data_keys:
            data_keys.remove("offset")
            data__offset = data["offset"]
            if not isinstance(data__offset, (int)) and not (isinstance(data__offset, float) and data__offset.is_integer()) or isinstance(data__offset, bool):
                raise Invalid
            if isinstance(data__offset, (int, float)) and not isinstance(data__offset, bool):
                if data__offset < -9007199254740991:
                    raise Invalid
                if data__offset > 9007199254740991:
                    raise Invalid
        for data_key in data_keys:
            if data_key not in ['resources', 'offset']:
                data_value = data.get(data_key)
                validate___definitions_n119(data_value)
    return data


def validate___definitions_n78(data):
    if not isinstance(data, (list)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n79(data_item)
    return data


def validate___definitions_n79(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data__missing_keys = set(['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id']) - data.keys()
        if data__missing_keys:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str)):
                raise Invalid
        if "source" in data_keys:
            data_keys.remove("source")
            data__source = data["source"]
            if not isinstance(data__source, (str)):
                raise Invalid
            if not (isinstance(data__source, str) and data__source == 'codehost' or isinstance(data__source, str) and data__source == 'external_container' or isinstance(data__source, str) and data__source == 'internal_container' or isinstance(data__source, str) and data__source == 'internal_source' or isinstance(data__source, str) and data__source == 'internal_template'):
                raise Invalid
        if "source_config" in data_keys:
            data_keys.remove("source_config")
            data__sourceconfig = data["source_config"]
            validate___definitions_n80(data__sourceconfig)
        if "source_revision_config" in data_keys:
            data_keys.remove("source_revision_config")
            data__sourcerevisionconfig = data["source_revision_config"]
            validate___definitions_n114(data__sourcerevisionconfig)
        if "secrets" in data_keys:
            data_keys.remove("secrets")
            data__secrets = data["secrets"]
            validate___definitions_n115(data__secrets)
        if "id" in data_keys:
            data_keys.remove("id")
            data__id = data["id"]
            if not isinstance(data__id, (str)):
                raise Invalid
            if isinstance(data__id, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__id):
                    raise Invalid
        if "tenant_id" in data_keys:
            data_keys.remove("tenant_id")
            data__tenantid = data["tenant_id"]
            if not isinstance(data__tenantid, (str)):
                raise Invalid
            if isinstance(data__tenantid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__tenantid):
                    raise Invalid
        if "created_at" in data_keys:
            data_keys.remove("created_at")
            data__createdat = data["created_at"]
            if not isinstance(data__createdat, (str)):
                raise Invalid
            if isinstance(data__createdat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__createdat):
                    raise Invalid
        if "updated_at" in data_keys:
            data_keys.remove("updated_at")
            data__updatedat = data["updated_at"]
            if not isinstance(data__updatedat, (str)):
                raise Invalid
            if isinstance(data__updatedat, str):
                if not REGEX_PATTERNS['^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00)|11:59:60(?:\\.[0-9]+)?[-]12:00|12:14:60(?:\\.[0-9]+)?[-]11:45|12:29:60(?:\\.[0-9]+)?[-]11:30|12:44:60(?:\\.[0-9]+)?[-]11:15|12:59:60(?:\\.[0-9]+)?[-]11:00|13:14:60(?:\\.[0-9]+)?[-]10:45|13:29:60(?:\\.[0-9]+)?[-]10:30|13:44:60(?:\\.[0-9]+)?[-]10:15|13:59:60(?:\\.[0-9]+)?[-]10:00|14:14:60(?:\\.[0-9]+)?[-]09:45|14:29:60(?:\\.[0-9]+)?[-]09:30|14:44:60(?:\\.[0-9]+)?[-]09:15|14:59:60(?:\\.[0-9]+)?[-]09:00|15:14:60(?:\\.[0-9]+)?[-]08:45|15:29:60(?:\\.[0-9]+)?[-]08:30|15:44:60(?:\\.[0-9]+)?[-]08:15|15:59:60(?:\\.[0-9]+)?[-]08:00|16:14:60(?:\\.[0-9]+)?[-]07:45|16:29:60(?:\\.[0-9]+)?[-]07:30|16:44:60(?:\\.[0-9]+)?[-]07:15|16:59:60(?:\\.[0-9]+)?[-]07:00|17:14:60(?:\\.[0-9]+)?[-]06:45|17:29:60(?:\\.[0-9]+)?[-]06:30|17:44:60(?:\\.[0-9]+)?[-]06:15|17:59:60(?:\\.[0-9]+)?[-]06:00|18:14:60(?:\\.[0-9]+)?[-]05:45|18:29:60(?:\\.[0-9]+)?[-]05:30|18:44:60(?:\\.[0-9]+)?[-]05:15|18:59:60(?:\\.[0-9]+)?[-]05:00|19:14:60(?:\\.[0-9]+)?[-]04:45|19:29:60(?:\\.[0-9]+)?[-]04:30|19:44:60(?:\\.[0-9]+)?[-]04:15|19:59:60(?:\\.[0-9]+)?[-]04:00|20:14:60(?:\\.[0-9]+)?[-]03:45|20:29:60(?:\\.[0-9]+)?[-]03:30|20:44:60(?:\\.[0-9]+)?[-]03:15|20:59:60(?:\\.[0-9]+)?[-]03:00|21:14:60(?:\\.[0-9]+)?[-]02:45|21:29:60(?:\\.[0-9]+)?[-]02:30|21:44:60(?:\\.[0-9]+)?[-]02:15|21:59:60(?:\\.[0-9]+)?[-]02:00|22:14:60(?:\\.[0-9]+)?[-]01:45|22:29:60(?:\\.[0-9]+)?[-]01:30|22:44:60(?:\\.[0-9]+)?[-]01:15|22:59:60(?:\\.[0-9]+)?[-]01:00|23:14:60(?:\\.[0-9]+)?[-]00:45|23:29:60(?:\\.[0-9]+)?[-]00:30|23:44:60(?:\\.[0-9]+)?[-]00:15|00:14:60(?:\\.[0-9]+)?[+]00:15|00:29:60(?:\\.[0-9]+)?[+]00:30|00:44:60(?:\\.[0-9]+)?[+]00:45|00:59:60(?:\\.[0-9]+)?[+]01:00|01:14:60(?:\\.[0-9]+)?[+]01:15|01:29:60(?:\\.[0-9]+)?[+]01:30|01:44:60(?:\\.[0-9]+)?[+]01:45|01:59:60(?:\\.[0-9]+)?[+]02:00|02:14:60(?:\\.[0-9]+)?[+]02:15|02:29:60(?:\\.[0-9]+)?[+]02:30|02:44:60(?:\\.[0-9]+)?[+]02:45|02:59:60(?:\\.[0-9]+)?[+]03:00|03:14:60(?:\\.[0-9]+)?[+]03:15|03:29:60(?:\\.[0-9]+)?[+]03:30|03:44:60(?:\\.[0-9]+)?[+]03:45|03:59:60(?:\\.[0-9]+)?[+]04:00|04:14:60(?:\\.[0-9]+)?[+]04:15|04:29:60(?:\\.[0-9]+)?[+]04:30|04:44:60(?:\\.[0-9]+)?[+]04:45|04:59:60(?:\\.[0-9]+)?[+]05:00|05:14:60(?:\\.[0-9]+)?[+]05:15|05:29:60(?:\\.[0-9]+)?[+]05:30|05:44:60(?:\\.[0-9]+)?[+]05:45|05:59:60(?:\\.[0-9]+)?[+]06:00|06:14:60(?:\\.[0-9]+)?[+]06:15|06:29:60(?:\\.[0-9]+)?[+]06:30|06:44:60(?:\\.[0-9]+)?[+]06:45|06:59:60(?:\\.[0-9]+)?[+]07:00|07:14:60(?:\\.[0-9]+)?[+]07:15|07:29:60(?:\\.[0-9]+)?[+]07:30|07:44:60(?:\\.[0-9]+)?[+]07:45|07:59:60(?:\\.[0-9]+)?[+]08:00|08:14:60(?:\\.[0-9]+)?[+]08:15|08:29:60(?:\\.[0-9]+)?[+]08:30|08:44:60(?:\\.[0-9]+)?[+]08:45|08:59:60(?:\\.[0-9]+)?[+]09:00|09:14:60(?:\\.[0-9]+)?[+]09:15|09:29:60(?:\\.[0-9]+)?[+]09:30|09:44:60(?:\\.[0-9]+)?[+]09:45|09:59:60(?:\\.[0-9]+)?[+]10:00|10:14:60(?:\\.[0-9]+)?[+]10:15|10:29:60(?:\\.[0-9]+)?[+]10:30|10:44:60(?:\\.[0-9]+)?[+]10:45|10:59:60(?:\\.[0-9]+)?[+]11:00|11:14:60(?:\\.[0-9]+)?[+]11:15|11:29:60(?:\\.[0-9]+)?[+]11:30|11:44:60(?:\\.[0-9]+)?[+]11:45|11:59:60(?:\\.[0-9]+)?[+]12:00|12:14:60(?:\\.[0-9]+)?[+]12:15|12:29:60(?:\\.[0-9]+)?[+]12:30|12:44:60(?:\\.[0-9]+)?[+]12:45|12:59:60(?:\\.[0-9]+)?[+]13:00|13:14:60(?:\\.[0-9]+)?[+]13:15|13:29:60(?:\\.[0-9]+)?[+]13:30|13:44:60(?:\\.[0-9]+)?[+]13:45|13:59:60(?:\\.[0-9]+)?[+]14:00)$'].search(data__updatedat):
                    raise Invalid
        if "status" in data_keys:
            data_keys.remove("status")
            data__status = data["status"]
            if not isinstance(data__status, (str)):
                raise Invalid
            if not (isinstance(data__status, str) and data__status == 'AWAITING_DATABASE' or isinstance(data__status, str) and data__status == 'READY' or isinstance(data__status, str) and data__status == 'UNUSED' or isinstance(data__status, str) and data__status == 'AWAITING_DELETE' or isinstance(data__status, str) and data__status == 'UNKNOWN'):
                raise Invalid
        if "latest_revision_id" in data_keys:
            data_keys.remove("latest_revision_id")
            data__latestrevisionid = data["latest_revision_id"]
            if not isinstance(data__latestrevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__latestrevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__latestrevisionid):
                    raise Invalid
        if "active_revision_id" in data_keys:
            data_keys.remove("active_revision_id")
            data__activerevisionid = data["active_revision_id"]
            if not isinstance(data__activerevisionid, (str, NoneType)):
                raise Invalid
            if isinstance(data__activerevisionid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__activerevisionid):
                    raise Invalid
        if "secret_references" in data_keys:
            data_keys.remove("secret_references")
            data__secretreferences = data["secret_references"]
            validate___definitions_n117(data__secretreferences)
        if "image_version" in data_keys:
            data_keys.remove("image_version")
            data__imageversion = data["image_version"]
            if not isinstance(data__imageversion, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'source', 'source_config', 'source_revision_config', 'secrets', 'id', 'tenant_id', 'created_at', 'updated_at', 'status', 'latest_revision_id', 'active_revision_id', 'secret_references', 'image_version']:
                data_value = data.get(data_key)
                validate___definitions_n5(data_value)
    return data


def validate___definitions_n8(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n9(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n80(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "integration_id" in data_keys:
            data_keys.remove("integration_id")
            data__integrationid = data["integration_id"]
            if not isinstance(data__integrationid, (str, NoneType)):
                raise Invalid
            if isinstance(data__integrationid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__integrationid):
                    raise Invalid
        if "repo_url" in data_keys:
            data_keys.remove("repo_url")
            data__repourl = data["repo_url"]
            if not isinstance(data__repourl, (str, NoneType)):
                raise Invalid
        if "build_on_push" in data_keys:
            data_keys.remove("build_on_push")
            data__buildonpush = data["build_on_push"]
            if not isinstance(data__buildonpush, (bool, NoneType)):
                raise Invalid
        if "custom_url" in data_keys:
            data_keys.remove("custom_url")
            data__customurl = data["custom_url"]
            if not isinstance(data__customurl, (str, NoneType)):
                raise Invalid
        if "resource_spec" in data_keys:
            data_keys.remove("resource_spec")
            data__resourcespec = data["resource_spec"]
            validate___definitions_n81(data__resourcespec)
        if "listener_id" in data_keys:
            data_keys.remove("listener_id")
            data__listenerid = data["listener_id"]
            if not isinstance(data__listenerid, (str, NoneType)):
                raise Invalid
            if isinstance(data__listenerid, str):
                if not REGEX_PATTERNS['^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'].search(data__listenerid):
                    raise Invalid
        if "listener_config" in data_keys:
            data_keys.remove("listener_config")
            data__listenerconfig = data["listener_config"]
            validate___definitions_n113(data__listenerconfig)
        if "install_command" in data_keys:
            data_keys.remove("install_command")
            data__installcommand = data["install_command"]
            if not isinstance(data__installcommand, (str, NoneType)):
                raise Invalid
        if "build_command" in data_keys:
            data_keys.remove("build_command")
            data__buildcommand = data["build_command"]
            if not isinstance(data__buildcommand, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['integration_id', 'repo_url', 'build_on_push', 'custom_url', 'resource_spec', 'listener_id', 'listener_config', 'install_command', 'build_command']:
                data_value = data.get(data_key)
                validate___definitions_n6(data_value)
    return data


def validate___definitions_n81(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "min_scale" in data_keys:
            data_keys.remove("min_scale")
            data__minscale = data["min_scale"]
            if not isinstance(data__minscale, (int, NoneType)) and not (isinstance(data__minscale, float) and data__minscale.is_integer()) or isinstance(data__minscale, bool):
                raise Invalid
            if isinstance(data__minscale, (int, float)) and not isinstance(data__minscale, bool):
                if data__minscale < -9007199254740991:
                    raise Invalid
                if data__minscale > 9007199254740991:
                    raise Invalid
        if "max_scale" in data_keys:
            data_keys.remove("max_scale")
            data__maxscale = data["max_scale"]
            if not isinstance(data__maxscale, (int, NoneType)) and not (isinstance(data__maxscale, float) and data__maxscale.is_integer()) or isinstance(data__maxscale, bool):
                raise Invalid
            if isinstance(data__maxscale, (int, float)) and not isinstance(data__maxscale, bool):
                if data__maxscale < -9007199254740991:
                    raise Invalid
                if data__maxscale > 9007199254740991:
                    raise Invalid
        if "cpu" in data_keys:
            data_keys.remove("cpu")
            data__cpu = data["cpu"]
            if not isinstance(data__cpu, (int, float, NoneType)) or isinstance(data__cpu, bool):
                raise Invalid
            if isinstance(data__cpu, (int, float)) and not isinstance(data__cpu, bool):
                if data__cpu < -9007199254740991:
                    raise Invalid
                if data__cpu > 9007199254740991:
                    raise Invalid
        if "cpu_limit" in data_keys:
            data_keys.remove("cpu_limit")
            data__cpulimit = data["cpu_limit"]
            if not isinstance(data__cpulimit, (int, float, NoneType)) or isinstance(data__cpulimit, bool):
                raise Invalid
            if isinstance(data__cpulimit, (int, float)) and not isinstance(data__cpulimit, bool):
                if data__cpulimit < -9007199254740991:
                    raise Invalid
                if data__cpulimit > 9007199254740991:
                    raise Invalid
        if "memory_mb" in data_keys:
            data_keys.remove("memory_mb")
            data__memorymb = data["memory_mb"]
            if not isinstance(data__memorymb, (int, NoneType)) and not (isinstance(data__memorymb, float) and data__memorymb.is_integer()) or isinstance(data__memorymb, bool):
                raise Invalid
            if isinstance(data__memorymb, (int, float)) and not isinstance(data__memorymb, bool):
                if data__memorymb < -9007199254740991:
                    raise Invalid
                if data__memorymb > 9007199254740991:
                    raise Invalid
        if "memory_limit_mb" in data_keys:
            data_keys.remove("memory_limit_mb")
            data__memorylimitmb = data["memory_limit_mb"]
            if not isinstance(data__memorylimitmb, (int, NoneType)) and not (isinstance(data__memorylimitmb, float) and data__memorylimitmb.is_integer()) or isinstance(data__memorylimitmb, bool):
                raise Invalid
            if isinstance(data__memorylimitmb, (int, float)) and not isinstance(data__memorylimitmb, bool):
                if data__memorylimitmb < -9007199254740991:
                    raise Invalid
                if data__memorylimitmb > 9007199254740991:
                    raise Invalid
        if "queue_min_scale" in data_keys:
            data_keys.remove("queue_min_scale")
            data__queueminscale = data["queue_min_scale"]
            if not isinstance(data__queueminscale, (int, NoneType)) and not (isinstance(data__queueminscale, float) and data__queueminscale.is_integer()) or isinstance(data__queueminscale, bool):
                raise Invalid
            if isinstance(data__queueminscale, (int, float)) and not isinstance(data__queueminscale, bool):
                if data__queueminscale < -9007199254740991:
                    raise Invalid
                if data__queueminscale > 9007199254740991:
                    raise Invalid
        if "queue_max_scale" in data_keys:
            data_keys.remove("queue_max_scale")
            data__queuemaxscale = data["queue_max_scale"]
            if not isinstance(data__queuemaxscale, (int, NoneType)) and not (isinstance(data__queuemaxscale, float) and data__queuemaxscale.is_integer()) or isinstance(data__queuemaxscale, bool):
                raise Invalid
            if isinstance(data__queuemaxscale, (int, float)) and not isinstance(data__queuemaxscale, bool):
                if data__queuemaxscale < -9007199254740991:
                    raise Invalid
                if data__queuemaxscale > 9007199254740991:
                    raise Invalid
        if "queue_cpu" in data_keys:
            data_keys.remove("queue_cpu")
            data__queuecpu = data["queue_cpu"]
            if not isinstance(data__queuecpu, (int, float, NoneType)) or isinstance(data__queuecpu, bool):
                raise Invalid
            if isinstance(data__queuecpu, (int, float)) and not isinstance(data__queuecpu, bool):
                if data__queuecpu < -9007199254740991:
                    raise Invalid
                if data__queuecpu > 9007199254740991:
                    raise Invalid
        if "queue_cpu_limit" in data_keys:
            data_keys.remove("queue_cpu_limit")
            data__queuecpulimit = data["queue_cpu_limit"]
            if not isinstance(data__queuecpulimit, (int, float, NoneType)) or isinstance(data__queuecpulimit, bool):
                raise Invalid
            if isinstance(data__queuecpulimit, (int, float)) and not isinstance(data__queuecpulimit, bool):
                if data__queuecpulimit < -9007199254740991:
                    raise Invalid
                if data__queuecpulimit > 9007199254740991:
                    raise Invalid
        if "queue_memory_mb" in data_keys:
            data_keys.remove("queue_memory_mb")
            data__queuememorymb = data["queue_memory_mb"]
            if not isinstance(data__queuememorymb, (int, NoneType)) and not (isinstance(data__queuememorymb, float) and data__queuememorymb.is_integer()) or isinstance(data__queuememorymb, bool):
                raise Invalid
            if isinstance(data__queuememorymb, (int, float)) and not isinstance(data__queuememorymb, bool):
                if data__queuememorymb < -9007199254740991:
                    raise Invalid
                if data__queuememorymb > 9007199254740991:
                    raise Invalid
        if "queue_memory_limit_mb" in data_keys:
            data_keys.remove("queue_memory_limit_mb")
            data__queuememorylimitmb = data["queue_memory_limit_mb"]
            if not isinstance(data__queuememorylimitmb, (int, NoneType)) and not (isinstance(data__queuememorylimitmb, float) and data__queuememorylimitmb.is_integer()) or isinstance(data__queuememorylimitmb, bool):
                raise Invalid
            if isinstance(data__queuememorylimitmb, (int, float)) and not isinstance(data__queuememorylimitmb, bool):
                if data__queuememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__queuememorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu" in data_keys:
            data_keys.remove("orchestrator_cpu")
            data__orchestratorcpu = data["orchestrator_cpu"]
            if not isinstance(data__orchestratorcpu, (int, float, NoneType)) or isinstance(data__orchestratorcpu, bool):
                raise Invalid
            if isinstance(data__orchestratorcpu, (int, float)) and not isinstance(data__orchestratorcpu, bool):
                if data__orchestratorcpu < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpu > 9007199254740991:
                    raise Invalid
        if "orchestrator_cpu_limit" in data_keys:
            data_keys.remove("orchestrator_cpu_limit")
            data__orchestratorcpulimit = data["orchestrator_cpu_limit"]
            if not isinstance(data__orchestratorcpulimit, (int, float, NoneType)) or isinstance(data__orchestratorcpulimit, bool):
                raise Invalid
            if isinstance(data__orchestratorcpulimit, (int, float)) and not isinstance(data__orchestratorcpulimit, bool):
                if data__orchestratorcpulimit < -9007199254740991:
                    raise Invalid
                if data__orchestratorcpulimit > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_mb" in data_keys:
            data_keys.remove("orchestrator_memory_mb")
            data__orchestratormemorymb = data["orchestrator_memory_mb"]
            if not isinstance(data__orchestratormemorymb, (int, NoneType)) and not (isinstance(data__orchestratormemorymb, float) and data__orchestratormemorymb.is_integer()) or isinstance(data__orchestratormemorymb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorymb, (int, float)) and not isinstance(data__orchestratormemorymb, bool):
                if data__orchestratormemorymb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorymb > 9007199254740991:
                    raise Invalid
        if "orchestrator_memory_limit_mb" in data_keys:
            data_keys.remove("orchestrator_memory_limit_mb")
            data__orchestratormemorylimitmb = data["orchestrator_memory_limit_mb"]
            if not isinstance(data__orchestratormemorylimitmb, (int, NoneType)) and not (isinstance(data__orchestratormemorylimitmb, float) and data__orchestratormemorylimitmb.is_integer()) or isinstance(data__orchestratormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__orchestratormemorylimitmb, (int, float)) and not isinstance(data__orchestratormemorylimitmb, bool):
                if data__orchestratormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__orchestratormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "orchestrator_min_scale" in data_keys:
            data_keys.remove("orchestrator_min_scale")
            data__orchestratorminscale = data["orchestrator_min_scale"]
            if not isinstance(data__orchestratorminscale, (int, NoneType)) and not (isinstance(data__orchestratorminscale, float) and data__orchestratorminscale.is_integer()) or isinstance(data__orchestratorminscale, bool):
                raise Invalid
            if isinstance(data__orchestratorminscale, (int, float)) and not isinstance(data__orchestratorminscale, bool):
                if data__orchestratorminscale < -9007199254740991:
                    raise Invalid
                if data__orchestratorminscale > 9007199254740991:
                    raise Invalid
        if "orchestrator_max_scale" in data_keys:
            data_keys.remove("orchestrator_max_scale")
            data__orchestratormaxscale = data["orchestrator_max_scale"]
            if not isinstance(data__orchestratormaxscale, (int, NoneType)) and not (isinstance(data__orchestratormaxscale, float) and data__orchestratormaxscale.is_integer()) or isinstance(data__orchestratormaxscale, bool):
                raise Invalid
            if isinstance(data__orchestratormaxscale, (int, float)) and not isinstance(data__orchestratormaxscale, bool):
                if data__orchestratormaxscale < -9007199254740991:
                    raise Invalid
                if data__orchestratormaxscale > 9007199254740991:
                    raise Invalid
        if "executor_cpu" in data_keys:
            data_keys.remove("executor_cpu")
            data__executorcpu = data["executor_cpu"]
            if not isinstance(data__executorcpu, (int, float, NoneType)) or isinstance(data__executorcpu, bool):
                raise Invalid
            if isinstance(data__executorcpu, (int, float)) and not isinstance(data__executorcpu, bool):
                if data__executorcpu < -9007199254740991:
                    raise Invalid
                if data__executorcpu > 9007199254740991:
                    raise Invalid
        if "executor_cpu_limit" in data_keys:
            data_keys.remove("executor_cpu_limit")
            data__executorcpulimit = data["executor_cpu_limit"]
            if not isinstance(data__executorcpulimit, (int, float, NoneType)) or isinstance(data__executorcpulimit, bool):
                raise Invalid
            if isinstance(data__executorcpulimit, (int, float)) and not isinstance(data__executorcpulimit, bool):
                if data__executorcpulimit < -9007199254740991:
                    raise Invalid
                if data__executorcpulimit > 9007199254740991:
                    raise Invalid
        if "executor_memory_mb" in data_keys:
            data_keys.remove("executor_memory_mb")
            data__executormemorymb = data["executor_memory_mb"]
            if not isinstance(data__executormemorymb, (int, NoneType)) and not (isinstance(data__executormemorymb, float) and data__executormemorymb.is_integer()) or isinstance(data__executormemorymb, bool):
                raise Invalid
            if isinstance(data__executormemorymb, (int, float)) and not isinstance(data__executormemorymb, bool):
                if data__executormemorymb < -9007199254740991:
                    raise Invalid
                if data__executormemorymb > 9007199254740991:
                    raise Invalid
        if "executor_memory_limit_mb" in data_keys:
            data_keys.remove("executor_memory_limit_mb")
            data__executormemorylimitmb = data["executor_memory_limit_mb"]
            if not isinstance(data__executormemorylimitmb, (int, NoneType)) and not (isinstance(data__executormemorylimitmb, float) and data__executormemorylimitmb.is_integer()) or isinstance(data__executormemorylimitmb, bool):
                raise Invalid
            if isinstance(data__executormemorylimitmb, (int, float)) and not isinstance(data__executormemorylimitmb, bool):
                if data__executormemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__executormemorylimitmb > 9007199254740991:
                    raise Invalid
        if "cache_cpu" in data_keys:
            data_keys.remove("cache_cpu")
            data__cachecpu = data["cache_cpu"]
            if not isinstance(data__cachecpu, (int, float, NoneType)) or isinstance(data__cachecpu, bool):
                raise Invalid
            if isinstance(data__cachecpu, (int, float)) and not isinstance(data__cachecpu, bool):
                if data__cachecpu < -9007199254740991:
                    raise Invalid
                if data__cachecpu > 9007199254740991:
                    raise Invalid
        if "cache_cpu_limit" in data_keys:
            data_keys.remove("cache_cpu_limit")
            data__cachecpulimit = data["cache_cpu_limit"]
            if not isinstance(data__cachecpulimit, (int, float, NoneType)) or isinstance(data__cachecpulimit, bool):
                raise Invalid
            if isinstance(data__cachecpulimit, (int, float)) and not isinstance(data__cachecpulimit, bool):
                if data__cachecpulimit < -9007199254740991:
                    raise Invalid
                if data__cachecpulimit > 9007199254740991:
                    raise Invalid
        if "cache_memory_mb" in data_keys:
            data_keys.remove("cache_memory_mb")
            data__cachememorymb = data["cache_memory_mb"]
            if not isinstance(data__cachememorymb, (int, NoneType)) and not (isinstance(data__cachememorymb, float) and data__cachememorymb.is_integer()) or isinstance(data__cachememorymb, bool):
                raise Invalid
            if isinstance(data__cachememorymb, (int, float)) and not isinstance(data__cachememorymb, bool):
                if data__cachememorymb < -9007199254740991:
                    raise Invalid
                if data__cachememorymb > 9007199254740991:
                    raise Invalid
        if "cache_memory_limit_mb" in data_keys:
            data_keys.remove("cache_memory_limit_mb")
            data__cachememorylimitmb = data["cache_memory_limit_mb"]
            if not isinstance(data__cachememorylimitmb, (int, NoneType)) and not (isinstance(data__cachememorylimitmb, float) and data__cachememorylimitmb.is_integer()) or isinstance(data__cachememorylimitmb, bool):
                raise Invalid
            if isinstance(data__cachememorylimitmb, (int, float)) and not isinstance(data__cachememorylimitmb, bool):
                if data__cachememorylimitmb < -9007199254740991:
                    raise Invalid
                if data__cachememorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_cpu" in data_keys:
            data_keys.remove("db_cpu")
            data__dbcpu = data["db_cpu"]
            if not isinstance(data__dbcpu, (int, float, NoneType)) or isinstance(data__dbcpu, bool):
                raise Invalid
            if isinstance(data__dbcpu, (int, float)) and not isinstance(data__dbcpu, bool):
                if data__dbcpu < -9007199254740991:
                    raise Invalid
                if data__dbcpu > 9007199254740991:
                    raise Invalid
        if "db_cpu_limit" in data_keys:
            data_keys.remove("db_cpu_limit")
            data__dbcpulimit = data["db_cpu_limit"]
            if not isinstance(data__dbcpulimit, (int, float, NoneType)) or isinstance(data__dbcpulimit, bool):
                raise Invalid
            if isinstance(data__dbcpulimit, (int, float)) and not isinstance(data__dbcpulimit, bool):
                if data__dbcpulimit < -9007199254740991:
                    raise Invalid
                if data__dbcpulimit > 9007199254740991:
                    raise Invalid
        if "db_memory_mb" in data_keys:
            data_keys.remove("db_memory_mb")
            data__dbmemorymb = data["db_memory_mb"]
            if not isinstance(data__dbmemorymb, (int, NoneType)) and not (isinstance(data__dbmemorymb, float) and data__dbmemorymb.is_integer()) or isinstance(data__dbmemorymb, bool):
                raise Invalid
            if isinstance(data__dbmemorymb, (int, float)) and not isinstance(data__dbmemorymb, bool):
                if data__dbmemorymb < -9007199254740991:
                    raise Invalid
                if data__dbmemorymb > 9007199254740991:
                    raise Invalid
        if "db_memory_limit_mb" in data_keys:
            data_keys.remove("db_memory_limit_mb")
            data__dbmemorylimitmb = data["db_memory_limit_mb"]
            if not isinstance(data__dbmemorylimitmb, (int, NoneType)) and not (isinstance(data__dbmemorylimitmb, float) and data__dbmemorylimitmb.is_integer()) or isinstance(data__dbmemorylimitmb, bool):
                raise Invalid
            if isinstance(data__dbmemorylimitmb, (int, float)) and not isinstance(data__dbmemorylimitmb, bool):
                if data__dbmemorylimitmb < -9007199254740991:
                    raise Invalid
                if data__dbmemorylimitmb > 9007199254740991:
                    raise Invalid
        if "db_storage_gi" in data_keys:
            data_keys.remove("db_storage_gi")
            data__dbstoragegi = data["db_storage_gi"]
            if not isinstance(data__dbstoragegi, (int, NoneType)) and not (isinstance(data__dbstoragegi, float) and data__dbstoragegi.is_integer()) or isinstance(data__dbstoragegi, bool):
                raise Invalid
            if isinstance(data__dbstoragegi, (int, float)) and not isinstance(data__dbstoragegi, bool):
                if data__dbstoragegi < -9007199254740991:
                    raise Invalid
                if data__dbstoragegi > 9007199254740991:
                    raise Invalid
        if "db_max_connections" in data_keys:
            data_keys.remove("db_max_connections")
            data__dbmaxconnections = data["db_max_connections"]
            if not isinstance(data__dbmaxconnections, (int, NoneType)) and not (isinstance(data__dbmaxconnections, float) and data__dbmaxconnections.is_integer()) or isinstance(data__dbmaxconnections, bool):
                raise Invalid
            if isinstance(data__dbmaxconnections, (int, float)) and not isinstance(data__dbmaxconnections, bool):
                if data__dbmaxconnections < -9007199254740991:
                    raise Invalid
                if data__dbmaxconnections > 9007199254740991:
                    raise Invalid
        if "labels" in data_keys:
            data_keys.remove("labels")
            data__labels = data["labels"]
            validate___definitions_n82(data__labels)
        if "annotations" in data_keys:
            data_keys.remove("annotations")
            data__annotations = data["annotations"]
            validate___definitions_n83(data__annotations)
        if "service_account_name" in data_keys:
            data_keys.remove("service_account_name")
            data__serviceaccountname = data["service_account_name"]
            if not isinstance(data__serviceaccountname, (str, NoneType)):
                raise Invalid
        if "image_pull_secrets" in data_keys:
            data_keys.remove("image_pull_secrets")
            data__imagepullsecrets = data["image_pull_secrets"]
            validate___definitions_n84(data__imagepullsecrets)
        if "volumes" in data_keys:
            data_keys.remove("volumes")
            data__volumes = data["volumes"]
            validate___definitions_n86(data__volumes)
        if "volume_mounts" in data_keys:
            data_keys.remove("volume_mounts")
            data__volumemounts = data["volume_mounts"]
            validate___definitions_n96(data__volumemounts)
        if "init_containers" in data_keys:
            data_keys.remove("init_containers")
            data__initcontainers = data["init_containers"]
            validate___definitions_n98(data__initcontainers)
        if "sidecars" in data_keys:
            data_keys.remove("sidecars")
            data__sidecars = data["sidecars"]
            validate___definitions_n112(data__sidecars)
        for data_key in data_keys:
            if data_key not in ['min_scale', 'max_scale', 'cpu', 'cpu_limit', 'memory_mb', 'memory_limit_mb', 'queue_min_scale', 'queue_max_scale', 'queue_cpu', 'queue_cpu_limit', 'queue_memory_mb', 'queue_memory_limit_mb', 'orchestrator_cpu', 'orchestrator_cpu_limit', 'orchestrator_memory_mb', 'orchestrator_memory_limit_mb', 'orchestrator_min_scale', 'orchestrator_max_scale', 'executor_cpu', 'executor_cpu_limit', 'executor_memory_mb', 'executor_memory_limit_mb', 'cache_cpu', 'cache_cpu_limit', 'cache_memory_mb', 'cache_memory_limit_mb', 'db_cpu', 'db_cpu_limit', 'db_memory_mb', 'db_memory_limit_mb', 'db_storage_gi', 'db_max_connections', 'labels', 'annotations', 'service_account_name', 'image_pull_secrets', 'volumes', 'volume_mounts', 'init_containers', 'sidecars']:
                data_value = data.get(data_key)
                validate___definitions_n7(data_value)
    return data


def validate___definitions_n82(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n83(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n8(data_value)
    return data


def validate___definitions_n84(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n85(data_item)
    return data


def validate___definitions_n85(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name']:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n86(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n87(data_item)
    return data


def validate___definitions_n87(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "configMap" in data_keys:
            data_keys.remove("configMap")
            data__configMap = data["configMap"]
            validate___definitions_n88(data__configMap)
        if "secret" in data_keys:
            data_keys.remove("secret")
            data__secret = data["secret"]
            validate___definitions_n89(data__secret)
        if "emptyDir" in data_keys:
            data_keys.remove("emptyDir")
            data__emptyDir = data["emptyDir"]
            validate___definitions_n90(data__emptyDir)
        if "persistentVolumeClaim" in data_keys:
            data_keys.remove("persistentVolumeClaim")
            data__persistentVolumeClaim = data["persistentVolumeClaim"]
            validate___definitions_n91(data__persistentVolumeClaim)
        if "nfs" in data_keys:
            data_keys.remove("nfs")
            data__nfs = data["nfs"]
            validate___definitions_n92(data__nfs)
        if "projected" in data_keys:
            data_keys.remove("projected")
            data__projected = data["projected"]
            validate___definitions_n93(data__projected)
        if "downwardAPI" in data_keys:
            data_keys.remove("downwardAPI")
            data__downwardAPI = data["downwardAPI"]
            validate___definitions_n94(data__downwardAPI)
        if "csi" in data_keys:
            data_keys.remove("csi")
            data__csi = data["csi"]
            validate___definitions_n95(data__csi)
        for data_key in data_keys:
            if data_key not in ['name', 'configMap', 'secret', 'emptyDir', 'persistentVolumeClaim', 'nfs', 'projected', 'downwardAPI', 'csi']:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n88(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n89(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n9(data):
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        if data < -9007199254740991:
            raise Invalid
        if data > 9007199254740991:
            raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n10(data_item)
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n90(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n91(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n92(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n93(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n94(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n95(data):
    if not isinstance(data, (dict, NoneType)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        for data_key in data_keys:
            if data_key not in []:
                data_value = data.get(data_key)
                validate___definitions_n10(data_value)
    return data


def validate___definitions_n96(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n97(data_item)
    return data


def validate___definitions_n97(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "mountPath" in data_keys:
            data_keys.remove("mountPath")
            data__mountPath = data["mountPath"]
            if not isinstance(data__mountPath, (str, NoneType)):
                raise Invalid
        if "subPath" in data_keys:
            data_keys.remove("subPath")
            data__subPath = data["subPath"]
            if not isinstance(data__subPath, (str, NoneType)):
                raise Invalid
        if "mountPropagation" in data_keys:
            data_keys.remove("mountPropagation")
            data__mountPropagation = data["mountPropagation"]
            if not isinstance(data__mountPropagation, (str, NoneType)):
                raise Invalid
        if "subPathExpr" in data_keys:
            data_keys.remove("subPathExpr")
            data__subPathExpr = data["subPathExpr"]
            if not isinstance(data__subPathExpr, (str, NoneType)):
                raise Invalid
        if "readOnly" in data_keys:
            data_keys.remove("readOnly")
            data__readOnly = data["readOnly"]
            if not isinstance(data__readOnly, (bool, NoneType)):
                raise Invalid
        for data_key in data_keys:
            if data_key not in ['name', 'mountPath', 'subPath', 'mountPropagation', 'subPathExpr', 'readOnly']:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


def validate___definitions_n98(data):
    if not isinstance(data, (list, NoneType)):
        raise Invalid
    data_is_list = isinstance(data, (list))
    if data_is_list:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        for data_x, data_item in enumerate(data):
            validate___definitions_n99(data_item)
    return data


def validate___definitions_n99(data):
    if not isinstance(data, (dict)):
        raise Invalid
    data_is_dict = isinstance(data, dict)
    if data_is_dict:
        data_len = len(data)
        if data_len > 10000:
            raise Invalid
        data_keys = set(data.keys())
        if "name" in data_keys:
            data_keys.remove("name")
            data__name = data["name"]
            if not isinstance(data__name, (str, NoneType)):
                raise Invalid
        if "image" in data_keys:
            data_keys.remove("image")
            data__image = data["image"]
            if not isinstance(data__image, (str, NoneType)):
                raise Invalid
        if "imagePullPolicy" in data_keys:
            data_keys.remove("imagePullPolicy")
            data__imagePullPolicy = data["imagePullPolicy"]
            if not isinstance(data__imagePullPolicy, (str, NoneType)):
                raise Invalid
        if "workingDir" in data_keys:
            data_keys.remove("workingDir")
            data__workingDir = data["workingDir"]
            if not isinstance(data__workingDir, (str, NoneType)):
                raise Invalid
        if "restartPolicy" in data_keys:
            data_keys.remove("restartPolicy")
            data__restartPolicy = data["restartPolicy"]
            if not isinstance(data__restartPolicy, (str, NoneType)):
                raise Invalid
        if "command" in data_keys:
            data_keys.remove("command")
            data__command = data["command"]
            validate___definitions_n100(data__command)
        if "args" in data_keys:
            data_keys.remove("args")
            data__args = data["args"]
            validate___definitions_n101(data__args)
        if "env" in data_keys:
            data_keys.remove("env")
            data__env = data["env"]
            validate___definitions_n102(data__env)
        if "envFrom" in data_keys:
            data_keys.remove("envFrom")
            data__envFrom = data["envFrom"]
            validate___definitions_n105(data__envFrom)
        if "resources" in data_keys:
            data_keys.remove("resources")
            data__resources = data["resources"]
            validate___definitions_n106(data__resources)
        if "volumeMounts" in data_keys:
            data_keys.remove("volumeMounts")
            data__volumeMounts = data["volumeMounts"]
            validate___definitions_n109(data__volumeMounts)
        if "securityContext" in data_keys:
            data_keys.remove("securityContext")
            data__securityContext = data["securityContext"]
            validate___definitions_n111(data__securityContext)
        for data_key in data_keys:
            if data_key not in ['name', 'image', 'imagePullPolicy', 'workingDir', 'restartPolicy', 'command', 'args', 'env', 'envFrom', 'resources', 'volumeMounts', 'securityContext']:
                data_value = data.get(data_key)
                validate___definitions_n9(data_value)
    return data


VALIDATORS = {
    "RepositoryList-1-closed": validate___definitions_n0,
    "Repository-2-closed": validate___definitions_n1,
    "RepositoryList-1-open": validate___definitions_n2,
    "Repository-2-open": validate___definitions_n3,
    "Any-3": validate___definitions_n4,
    "Any-4": validate___definitions_n5,
    "Any-5": validate___definitions_n6,
    "Any-6": validate___definitions_n7,
    "Any-7": validate___definitions_n8,
    "Any-8": validate___definitions_n9,
    "Any-9": validate___definitions_n10,
    "Any-10": validate___definitions_n11,
    "Any-11": validate___definitions_n12,
    "Any-12": validate___definitions_n13,
    "Any-13": validate___definitions_n14,
    "Any-14": validate___definitions_n15,
    "Any-15": validate___definitions_n16,
    "Any-16": validate___definitions_n17,
    "Any-17": validate___definitions_n18,
    "Any-18": validate___definitions_n19,
    "Any-19": validate___definitions_n20,
    "Any-20": validate___definitions_n21,
    "Any-21": validate___definitions_n22,
    "Any-22": validate___definitions_n23,
    "Any-23": validate___definitions_n24,
    "Any-24": validate___definitions_n25,
    "Any-25": validate___definitions_n26,
    "Any-26": validate___definitions_n27,
    "Any-27": validate___definitions_n28,
    "Any-28": validate___definitions_n29,
    "Any-29": validate___definitions_n30,
    "Any-30": validate___definitions_n31,
    "Any-31": validate___definitions_n32,
    "Any-32": validate___definitions_n33,
    "Any-33": validate___definitions_n34,
    "DeploymentList-1-closed": validate___definitions_n35,
    "DeploymentList.resources-2-closed": validate___definitions_n36,
    "Deployment-3-closed": validate___definitions_n37,
    "SourceConfig-4-closed": validate___definitions_n38,
    "ResourceSpec-5-closed-null": validate___definitions_n39,
    "ResourceSpec.labels-6-closed": validate___definitions_n40,
    "ResourceSpec.annotations-6-closed": validate___definitions_n41,
    "ResourceSpec.image_pull_secrets-6-closed": validate___definitions_n42,
    "ImagePullSecret-7-closed": validate___definitions_n43,
    "ResourceSpec.volumes-6-closed": validate___definitions_n44,
    "Volume-7-closed": validate___definitions_n45,
    "Volume.configMap-8-closed": validate___definitions_n46,
    "Volume.secret-8-closed": validate___definitions_n47,
    "Volume.emptyDir-8-closed": validate___definitions_n48,
    "Volume.persistentVolumeClaim-8-closed": validate___definitions_n49,
    "Volume.nfs-8-closed": validate___definitions_n50,
    "Volume.projected-8-closed": validate___definitions_n51,
    "Volume.downwardAPI-8-closed": validate___definitions_n52,
    "Volume.csi-8-closed": validate___definitions_n53,
    "ResourceSpec.volume_mounts-6-closed": validate___definitions_n54,
    "VolumeMount-7-closed": validate___definitions_n55,
    "ResourceSpec.init_containers-6-closed": validate___definitions_n56,
    "Container-7-closed": validate___definitions_n57,
    "Container.command-8-closed": validate___definitions_n58,
    "Container.args-8-closed": validate___definitions_n59,
    "Container.env-8-closed": validate___definitions_n60,
    "EnvVar-9-closed": validate___definitions_n61,
    "EnvVar.valueFrom-10-closed": validate___definitions_n62,
    "Container.envFrom-8-closed": validate___definitions_n63,
    "ContainerResources-8-closed-null": validate___definitions_n64,
    "ContainerResources.limits-9-closed": validate___definitions_n65,
    "ContainerResources.requests-9-closed": validate___definitions_n66,
    "Container.volumeMounts-8-closed": validate___definitions_n67,
    "VolumeMount-9-closed": validate___definitions_n68,
    "Container.securityContext-8-closed": validate___definitions_n69,
    "ResourceSpec.sidecars-6-closed": validate___definitions_n70,
    "ListenerConfig-5-closed-null": validate___definitions_n71,
    "SourceRevisionConfig-4-closed": validate___definitions_n72,
    "Deployment.secrets-4-closed": validate___definitions_n73,
    "Secret-5-closed": validate___definitions_n74,
    "Deployment.secret_references-4-closed": validate___definitions_n75,
    "SecretReference-5-closed": validate___definitions_n76,
    "DeploymentList-1-open": validate___definitions_n77,
    "DeploymentList.resources-2-open": validate___definitions_n78,
    "Deployment-3-open": validate___definitions_n79,
    "SourceConfig-4-open": validate___definitions_n80,
    "ResourceSpec-5-open-null": validate___definitions_n81,
    "ResourceSpec.labels-6-open": validate___definitions_n82,
    "ResourceSpec.annotations-6-open": validate___definitions_n83,
    "ResourceSpec.image_pull_secrets-6-open": validate___definitions_n84,
    "ImagePullSecret-7-open": validate___definitions_n85,
    "ResourceSpec.volumes-6-open": validate___definitions_n86,
    "Volume-7-open": validate___definitions_n87,
    "Volume.configMap-8-open": validate___definitions_n88,
    "Volume.secret-8-open": validate___definitions_n89,
    "Volume.emptyDir-8-open": validate___definitions_n90,
    "Volume.persistentVolumeClaim-8-open": validate___definitions_n91,
    "Volume.nfs-8-open": validate___definitions_n92,
    "Volume.projected-8-open": validate___definitions_n93,
    "Volume.downwardAPI-8-open": validate___definitions_n94,
    "Volume.csi-8-open": validate___definitions_n95,
    "ResourceSpec.volume_mounts-6-open": validate___definitions_n96,
    "VolumeMount-7-open": validate___definitions_n97,
    "ResourceSpec.init_containers-6-open": validate___definitions_n98,
    "Container-7-open": validate___definitions_n99,
    "Container.command-8-open": validate___definitions_n100,
    "Container.args-8-open": validate___definitions_n101,
    "Container.env-8-open": validate___definitions_n102,
    "EnvVar-9-open": validate___definitions_n103,
    "EnvVar.valueFrom-10-open": validate___definitions_n104,
    "Container.envFrom-8-open": validate___definitions_n105,
    "ContainerResources-8-open-null": validate___definitions_n106,
    "ContainerResources.limits-9-open": validate___definitions_n107,
    "ContainerResources.requests-9-open": validate___definitions_n108,
    "Container.volumeMounts-8-open": validate___definitions_n109,
    "VolumeMount-9-open": validate___definitions_n110,
    "Container.securityContext-8-open": validate___definitions_n111,
    "ResourceSpec.sidecars-6-open": validate___definitions_n112,
    "ListenerConfig-5-open-null": validate___definitions_n113,
    "SourceRevisionConfig-4-open": validate___definitions_n114,
    "Deployment.secrets-4-open": validate___definitions_n115,
    "Secret-5-open": validate___definitions_n116,
    "Deployment.secret_references-4-open": validate___definitions_n117,
    "SecretReference-5-open": validate___definitions_n118,
    "Any-2": validate___definitions_n119,
    "DeploymentPatch-1-closed": validate___definitions_n120,
    "SourceConfig-2-closed-null": validate___definitions_n121,
    "ResourceSpec-3-closed-null": validate___definitions_n122,
    "ResourceSpec.labels-4-closed": validate___definitions_n123,
    "ResourceSpec.annotations-4-closed": validate___definitions_n124,
    "ResourceSpec.image_pull_secrets-4-closed": validate___definitions_n125,
    "ImagePullSecret-5-closed": validate___definitions_n126,
    "ResourceSpec.volumes-4-closed": validate___definitions_n127,
    "Volume-5-closed": validate___definitions_n128,
    "Volume.configMap-6-closed": validate___definitions_n129,
    "Volume.secret-6-closed": validate___definitions_n130,
    "Volume.emptyDir-6-closed": validate___definitions_n131,
    "Volume.persistentVolumeClaim-6-closed": validate___definitions_n132,
    "Volume.nfs-6-closed": validate___definitions_n133,
    "Volume.projected-6-closed": validate___definitions_n134,
    "Volume.downwardAPI-6-closed": validate___definitions_n135,
    "Volume.csi-6-closed": validate___definitions_n136,
    "ResourceSpec.volume_mounts-4-closed": validate___definitions_n137,
    "VolumeMount-5-closed": validate___definitions_n138,
    "ResourceSpec.init_containers-4-closed": validate___definitions_n139,
    "Container-5-closed": validate___definitions_n140,
    "Container.command-6-closed": validate___definitions_n141,
    "Container.args-6-closed": validate___definitions_n142,
    "Container.env-6-closed": validate___definitions_n143,
    "EnvVar-7-closed": validate___definitions_n144,
    "EnvVar.valueFrom-8-closed": validate___definitions_n145,
    "Container.envFrom-6-closed": validate___definitions_n146,
    "ContainerResources-6-closed-null": validate___definitions_n147,
    "ContainerResources.limits-7-closed": validate___definitions_n148,
    "ContainerResources.requests-7-closed": validate___definitions_n149,
    "Container.volumeMounts-6-closed": validate___definitions_n150,
    "Container.securityContext-6-closed": validate___definitions_n151,
    "ResourceSpec.sidecars-4-closed": validate___definitions_n152,
    "ListenerConfig-3-closed-null": validate___definitions_n153,
    "SourceRevisionConfigPatch-2-closed-null": validate___definitions_n154,
    "DeploymentPatch.secrets-2-closed": validate___definitions_n155,
    "Secret-3-closed": validate___definitions_n156,
    "DeploymentPatch.secret_references-2-closed": validate___definitions_n157,
    "SecretReference-3-closed": validate___definitions_n158,
    "DeploymentPatch-1-open": validate___definitions_n159,
    "SourceConfig-2-open-null": validate___definitions_n160,
    "ResourceSpec-3-open-null": validate___definitions_n161,
    "ResourceSpec.labels-4-open": validate___definitions_n162,
    "ResourceSpec.annotations-4-open": validate___definitions_n163,
    "ResourceSpec.image_pull_secrets-4-open": validate___definitions_n164,
    "ImagePullSecret-5-open": validate___definitions_n165,
    "ResourceSpec.volumes-4-open": validate___definitions_n166,
    "Volume-5-open": validate___definitions_n167,
    "Volume.configMap-6-open": validate___definitions_n168,
    "Volume.secret-6-open": validate___definitions_n169,
    "Volume.emptyDir-6-open": validate___definitions_n170,
    "Volume.persistentVolumeClaim-6-open": validate___definitions_n171,
    "Volume.nfs-6-open": validate___definitions_n172,
    "Volume.projected-6-open": validate___definitions_n173,
    "Volume.downwardAPI-6-open": validate___definitions_n174,
    "Volume.csi-6-open": validate___definitions_n175,
    "ResourceSpec.volume_mounts-4-open": validate___definitions_n176,
    "VolumeMount-5-open": validate___definitions_n177,
    "ResourceSpec.init_containers-4-open": validate___definitions_n178,
    "Container-5-open": validate___definitions_n179,
    "Container.command-6-open": validate___definitions_n180,
    "Container.args-6-open": validate___definitions_n181,
    "Container.env-6-open": validate___definitions_n182,
    "EnvVar-7-open": validate___definitions_n183,
    "EnvVar.valueFrom-8-open": validate___definitions_n184,
    "Container.envFrom-6-open": validate___definitions_n185,
    "ContainerResources-6-open-null": validate___definitions_n186,
    "ContainerResources.limits-7-open": validate___definitions_n187,
    "ContainerResources.requests-7-open": validate___definitions_n188,
    "Container.volumeMounts-6-open": validate___definitions_n189,
    "Container.securityContext-6-open": validate___definitions_n190,
    "ResourceSpec.sidecars-4-open": validate___definitions_n191,
    "ListenerConfig-3-open-null": validate___definitions_n192,
    "SourceRevisionConfigPatch-2-open-null": validate___definitions_n193,
    "DeploymentPatch.secrets-2-open": validate___definitions_n194,
    "Secret-3-open": validate___definitions_n195,
    "DeploymentPatch.secret_references-2-open": validate___definitions_n196,
    "SecretReference-3-open": validate___definitions_n197,
    "Deployment-1-closed": validate___definitions_n198,
    "SourceConfig-2-closed": validate___definitions_n199,
    "SourceRevisionConfig-2-closed": validate___definitions_n200,
    "Deployment.secrets-2-closed": validate___definitions_n201,
    "Deployment.secret_references-2-closed": validate___definitions_n202,
    "Deployment-1-open": validate___definitions_n203,
    "SourceConfig-2-open": validate___definitions_n204,
    "SourceRevisionConfig-2-open": validate___definitions_n205,
    "Deployment.secrets-2-open": validate___definitions_n206,
    "Deployment.secret_references-2-open": validate___definitions_n207,
    "44136fa355b3678a1146": validate___definitions_n208,
    "0274149ef21913b47cbd": validate___definitions_n209,
    "178f5a9a521accfb0a6a": validate___definitions_n210,
    "2e8237b9b55ca420f937": validate___definitions_n211,
    "8b2278be12f07301b81c": validate___definitions_n212,
    "d5eb849608e9f8e8f246": validate___definitions_n213,
    "26a92b440980378abafa": validate___definitions_n214,
    "0fd3d1446c47adff5fb3": validate___definitions_n215,
    "28a11409772109e2df69": validate___definitions_n216,
    "a0a6238ca701c10e01dc": validate___definitions_n217,
    "d0163724a6a0d671af19": validate___definitions_n218,
    "0a703016956223a26655": validate___definitions_n219,
    "d59983e706d3305116a7": validate___definitions_n220,
    "b29f91216e2320260571": validate___definitions_n221,
    "30c8159c2e231677620d": validate___definitions_n222,
    "be59dd0c836e6c21363b": validate___definitions_n223,
    "c826290a3f9b93de082f": validate___definitions_n224,
    "3109bfa22b065803b7f9": validate___definitions_n225,
    "5efc0b1fefa0b810cda7": validate___definitions_n226,
    "f874fce8cac2f0cffd0e": validate___definitions_n227,
    "5fadc95a7acbb5f53c66": validate___definitions_n228,
    "82dc840cf6670ff412d5": validate___definitions_n229,
    "e120d630cc5c7b101862": validate___definitions_n230,
    "50c86b522ffba5e2ed85": validate___definitions_n231,
    "205a0048e322c0dfde2a": validate___definitions_n232,
    "7df01d39c806089f135c": validate___definitions_n233,
    "c7155720edc32b60d940": validate___definitions_n234,
    "aaba30d7c96902301bd8": validate___definitions_n235,
    "a2433245e052e241cf47": validate___definitions_n236,
    "380d60e2a4f8bf5f739e": validate___definitions_n237,
    "22bf373cc09dc0a4a561": validate___definitions_n238,
    "7f01af2cd3181fd3049c": validate___definitions_n239,
    "061518ed4a7175a73f21": validate___definitions_n240,
    "1ffb6f1fa86a26a8fc3d": validate___definitions_n241,
    "171615db3bfca7b49eaa": validate___definitions_n242,
    "f3708f999b3020f41b80": validate___definitions_n243,
    "70c22eea291be83cfa98": validate___definitions_n244,
    "9862dc49add8d792507a": validate___definitions_n245,
    "a66b5e93e27ce969e7cc": validate___definitions_n246,
    "1c2c1f8fb46dbd4fdffa": validate___definitions_n247,
    "6d2211072090e51e9063": validate___definitions_n248,
    "dedff38bc80b81711e2f": validate___definitions_n249,
    "4212a3026a2e5ecd90b7": validate___definitions_n250,
    "239ba8bf72594f0b6405": validate___definitions_n251,
    "6cad31ca7dec804f5100": validate___definitions_n252,
    "8ce44e1441350be6e6cb": validate___definitions_n253,
    "b58d8752f35c2b6b62b8": validate___definitions_n254,
    "27747da060b2508e6b66": validate___definitions_n255,
    "703e3c4e039875854efc": validate___definitions_n256,
    "a675016dd694a85a129f": validate___definitions_n257,
    "3ebdc9fd49c85dade1c9": validate___definitions_n258,
    "ea4dd66aaa5e6d6fbec9": validate___definitions_n259,
    "2e5b57bd6a2c1c4d9b3f": validate___definitions_n260,
    "61a94c87fe6aa22d27ef": validate___definitions_n261,
    "d82c88a0c86fafc3e571": validate___definitions_n262,
    "07875a9a1ce767deee9b": validate___definitions_n263,
    "ed772a657bb79f0b3917": validate___definitions_n264,
    "13034547ac8a80f7e31a": validate___definitions_n265,
    "5543a9cd8c2a49d3d921": validate___definitions_n266,
    "b4c06f60a3636bad05e2": validate___definitions_n267,
    "d2c4e4061f85d9ce3216": validate___definitions_n268,
    "7bf929d0995cc65dc67e": validate___definitions_n269,
    "2209ba65f9d4d6f5741d": validate___definitions_n270,
    "ffe74e81b409de7e3149": validate___definitions_n271,
    "5f435b98f543637f74b7": validate___definitions_n272,
    "8cf5090fa8f448602cb7": validate___definitions_n273,
    "ca09e8434ac047a776b5": validate___definitions_n274,
    "7cb98a0c2e4a5e90ab68": validate___definitions_n275,
    "83e618c99642f3c74eb5": validate___definitions_n276,
    "e5f38e4cba31fc0ab3df": validate___definitions_n277,
}
